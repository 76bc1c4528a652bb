package annotations

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// standardTypes are the directives of types of the standard library of which the
// user does not say where their values come from: rtest's own list. A type that
// has unexported fields is built by calls; an interface lists the types by which
// it is tried. Nothing of it calls functions of os, net, os/exec, syscall,
// database/sql and their like, and nothing depends on the machine, as the local
// time zone does.
var standardTypes = map[string]string{
	"bufio.Reader":                    "via bufio.NewReader",
	"bufio.Scanner":                   "via bufio.NewScanner",
	"bufio.Writer":                    "via bufio.NewWriter",
	"bytes.Buffer":                    "via bytes.Buffer{}, bytes.NewBufferString, WriteString, ReadByte; state String",
	"bytes.Reader":                    "via bytes.NewReader, ReadByte",
	"strings.Builder":                 "via strings.Builder{}, WriteString; state String",
	"strings.Reader":                  "via strings.NewReader, ReadByte",
	"container/list.List":             "via list.New, PushBack, PushFront",
	"container/ring.Ring":             "via &ring.Ring{}, &ring.Ring{Value: 0}, &ring.Ring{Value: 1}, Link; depth 2",
	"context.Context":                 "via context.Background, context.WithDeadline, context.WithValue; depth 2",
	"error":                           "via errors.New, errors.Join",
	"math/big.Int":                    "via big.NewInt, Lsh; state String",
	"math/big.Rat":                    "via big.NewRat; state String",
	"math/big.Float":                  "via big.NewFloat; state String",
	"math/rand.Rand":                  "via rand.New(rand.NewSource(0)), rand.New(rand.NewSource(1))",
	"math/rand.Source":                "via rand.NewSource(0), rand.NewSource(1)",
	"math/rand/v2.Rand":               "via rand.New(rand.NewPCG(0, 0)), rand.New(rand.NewPCG(1, 2))",
	"math/rand/v2.Source":             "via rand.NewPCG(0, 0), rand.NewPCG(1, 2)",
	"encoding/json.Number":            "values \"\", \"0\", \"1\", \"-1\", \"1.5\", \"1e3\", \"9223372036854775808\", \"a\"",
	"encoding/json.RawMessage":        "values nil, json.RawMessage(\"null\"), json.RawMessage(\"true\"), json.RawMessage(\"0\"), json.RawMessage(\"-1.5\"), json.RawMessage(`\"\"`), json.RawMessage(`\"a\"`), json.RawMessage(`\"\\u00e9\"`), json.RawMessage(\"[]\"), json.RawMessage(\"{}\"), json.RawMessage(\"[1, 2]\"), json.RawMessage(`{\"a\":1}`), json.RawMessage(` {\"a\": {\"b\": null}}`), json.RawMessage(\"{\"), json.RawMessage{}",
	"net.IP":                          "values nil, net.IP{0, 0, 0, 0}, net.IP{10, 0, 0, 1}, net.IP{127, 0, 0, 1}, net.IP{255, 255, 255, 255}, net.IP{10: 255, 255, 10, 0, 0, 1}, net.IP{15: 0}, net.IP{15: 1}, net.IP{0x20, 0x01, 0x0d, 0xb8, 15: 1}",
	"net.IPMask":                      "values nil, net.IPMask{0, 0, 0, 0}, net.IPMask{255, 0, 0, 0}, net.IPMask{255, 255, 254, 0}, net.IPMask{255, 255, 255, 255}, net.IPMask{255, 0, 255, 0}, net.IPMask{255, 255, 255, 255, 15: 0}",
	"net.IPNet":                       "via net.IPNet{}, net.IPNet{IP: net.IP{10, 0, 0, 0}, Mask: net.IPMask{255, 0, 0, 0}}, net.IPNet{IP: net.IP{192, 168, 1, 0}, Mask: net.IPMask{255, 255, 255, 0}}, net.IPNet{IP: net.IP{10, 1, 2, 3}, Mask: net.IPMask{255, 255, 0, 0}}, net.IPNet{IP: net.IP{127, 0, 0, 1}, Mask: net.IPMask{255, 255, 255, 255}}, net.IPNet{IP: net.IP{0, 0, 0, 0}, Mask: net.IPMask{0, 0, 0, 0}}, net.IPNet{IP: net.IP{0x20, 0x01, 0x0d, 0xb8, 15: 0}, Mask: net.IPMask{255, 255, 255, 255, 15: 0}}, net.IPNet{IP: net.IP{15: 0}, Mask: net.IPMask{15: 0}}",
	"net.HardwareAddr":                "values nil, net.HardwareAddr{0, 0, 0, 0, 0, 0}, net.HardwareAddr{0, 26, 43, 60, 77, 94}, net.HardwareAddr{255, 255, 255, 255, 255, 255}, net.HardwareAddr{0, 26, 43, 255, 254, 60, 77, 94}",
	"net/netip.Addr":                  "via netip.Addr{}, netip.AddrFrom4, netip.IPv6Loopback, netip.MustParseAddr(\"10.0.0.1\"), netip.MustParseAddr(\"127.0.0.1\"), netip.MustParseAddr(\"::ffff:1.2.3.4\"), netip.MustParseAddr(\"fe80::1%eth0\"), netip.MustParseAddr(\"2001:db8::\"), netip.MustParseAddr(\"::\"), netip.MustParseAddr(\"::2\")",
	"net/netip.AddrPort":              "via netip.AddrPort{}, netip.AddrPortFrom",
	"net/netip.Prefix":                "via netip.Prefix{}, netip.PrefixFrom, netip.MustParsePrefix(\"10.0.0.0/8\"), netip.MustParsePrefix(\"10.1.2.3/16\"), netip.MustParsePrefix(\"2001:db8::/32\"), netip.MustParsePrefix(\"0.0.0.0/0\"), netip.MustParsePrefix(\"::/0\")",
	"net/url.Userinfo":                "via url.User, url.UserPassword; state String",
	"net/url.URL":                     "via url.URL{}, url.URL{Path: \"a\"}, url.URL{Path: \"/a/b\"}, url.URL{Scheme: \"http\", Host: \"a\"}, url.URL{Scheme: \"https\", Host: \"a:80\", Path: \"/a b\", RawPath: \"/a%20b\"}, url.URL{Scheme: \"http\", User: url.UserPassword(\"a\", \"b\"), Host: \"[::1]\", Path: \"/\"}, url.URL{Scheme: \"http\", Host: \"a\", Path: \"/\", RawQuery: \"a=b&a=%20\"}, url.URL{Path: \"/\", ForceQuery: true, Fragment: \"a\"}, url.URL{Scheme: \"mailto\", Opaque: \"a@b\"}, url.URL{Host: \"a\", Path: \"/../b\"}",
	"regexp.Regexp":                   "via regexp.Compile; state String",
	"time.Time":                       "via time.Time{}, time.Date(1970, time.January, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, time.February, 29, 12, 0, 0, 0, time.UTC), time.Date(2023, time.December, 31, 23, 59, 59, 999999999, time.UTC), time.Date(2021, time.January, 31, 0, 0, 0, 0, time.UTC), time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC), time.Date(2020, time.March, 1, 1, 30, 0, 0, time.FixedZone(\"\", 19800)), Add, AddDate; depth 2",
	"time.Location":                   "via time.FixedZone(\"UTC\", 0), time.FixedZone(\"\", 19800), time.FixedZone; state String",
	"io.Reader":                       "oneof *strings.Reader, *bytes.Buffer",
	"io.Writer":                       "oneof *bytes.Buffer, *strings.Builder",
	"io.ReadWriter":                   "oneof *bytes.Buffer",
	"io.ReadCloser":                   "via io.NopCloser",
	"io.ReadSeeker":                   "oneof *strings.Reader, *bytes.Reader",
	"io.ReaderAt":                     "oneof *strings.Reader, *bytes.Reader",
	"io.ByteReader":                   "oneof *strings.Reader, *bytes.Buffer",
	"io.ByteScanner":                  "oneof *strings.Reader, *bytes.Buffer",
	"io.RuneReader":                   "oneof *strings.Reader, *bytes.Buffer",
	"io.RuneScanner":                  "oneof *strings.Reader, *bytes.Buffer",
	"io.ByteWriter":                   "oneof *bytes.Buffer, *strings.Builder",
	"io.StringWriter":                 "oneof *bytes.Buffer, *strings.Builder",
	"io.WriterTo":                     "oneof *strings.Reader, *bytes.Buffer",
	"io/fs.FS":                        "oneof fstest.MapFS",
	"io.ReaderFrom":                   "oneof *bytes.Buffer",
	"encoding/binary.ByteOrder":       "values binary.BigEndian, binary.LittleEndian",
	"encoding/binary.AppendByteOrder": "values binary.BigEndian, binary.LittleEndian",
	"fmt.Stringer":                    "oneof *bytes.Buffer, *strings.Builder",
	"encoding.TextMarshaler":          "oneof *big.Int",
}

// standardBounds are those of the arguments of calls in the list.
//
// Deadlines are long past, or so far away that no timer fires.
var standardBounds = map[string]refine.Bounds{
	"regexp.Compile":       {Depth: -1, Chars: []rune("ab.*|")},
	"time.Time.AddDate":    {Depth: -1, Ints: []value.Range{{Lo: -1, Hi: 1}}},
	"time.FixedZone":       {Depth: -1, Ints: []value.Range{{Lo: -1, Hi: 1}}},
	"context.WithDeadline": {Depth: 0},
	"context.WithValue":    {Depth: 0},
	"net/netip.PrefixFrom": {Depth: -1, Ints: []value.Range{{Lo: -1, Hi: 0}, {Lo: 8, Hi: 8}, {Lo: 24, Hi: 24}, {Lo: 31, Hi: 32}}},
	"net/netip.AddrFrom4":  {Depth: -1, Ints: []value.Range{{Lo: 0, Hi: 1}, {Lo: 255, Hi: 255}}},
}

// standard adds what rtest's own list says of the type.
func (b *factBuilder) standard() {
	if b.iterator() {
		return
	}
	text, ok := standardTypes[types.TypeString(b.t, nil)]
	if !ok || b.own() {
		return
	}
	file, dirs := b.f.u.standardDirectives(text)
	if file == nil {
		return
	}
	sc := b.f.u.fileScope(file, nil)
	for _, name := range qualifiers(text) {
		path := standardPackages[name]
		if n, ok := b.t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() == name {
			path = n.Obj().Pkg().Path() // of math/rand and math/rand/v2 its own
		}
		if pkg := b.f.u.standardPackage(path); pkg != nil {
			sc.names[name] = object{types.NewPkgName(token.NoPos, b.f.u.node.types, name, pkg)}
		}
	}
	said := b.any
	b.begin(b.f.u, file.Name)
	b.out.Standard = true
	if n, ok := b.t.(*types.Named); ok && !said {
		b.out.Pos = b.u.graph.fset.Position(n.Obj().Pos())
	}
	for _, d := range dirs {
		if d.Verb.Name == "depth" && b.out.Depth >= 0 || d.Verb.Name == "state" && (b.out.State != nil || b.out.StateMethod != "") {
			continue // The user has said it.
		}
		b.directive(sc, d)
	}
}

// own tells whether the package under test declares the type. What the list calls
// is of the package as others import it.
func (b *factBuilder) own() bool {
	n, ok := b.t.(*types.Named)
	return ok && n.Obj().Pkg() == b.f.u.node.types
}

// iterator gives iter.Seq[T], and iter.Seq2[int, T], the values of a slice: the
// iterators that slices.Values and slices.All return. Its depth is that of the
// slice.
func (b *factBuilder) iterator() bool {
	n, ok := b.t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "iter" {
		return false
	}
	args := typeList(n.TypeArgs())
	name := "Values"
	switch {
	case n.Obj().Name() == "Seq" && len(args) == 1:
	case n.Obj().Name() == "Seq2" && len(args) == 2 && types.Identical(args[0], types.Typ[types.Int]):
		name, args = "All", args[1:]
	default:
		return false
	}
	pkg := b.f.u.standardPackage("slices")
	if pkg == nil {
		return false
	}
	fn, ok := pkg.Scope().Lookup(name).(*types.Func)
	if !ok {
		return false
	}
	b.begin(b.f.u, &ast.Ident{NamePos: n.Obj().Pos(), Name: n.Obj().Name()})
	via := &refine.Callee{Name: "slices." + name, Func: fn, TypeArgs: []types.Type{types.NewSlice(args[0]), args[0]}, Whole: true}
	via.Pos = b.u.graph.fset.Position(fn.Pos())
	b.out.Via, b.out.Standard = []*refine.Callee{via}, true
	return true
}

// standardDirectives parses directives, divided by semicolons.
func (u *unit) standardDirectives(text string) (*ast.File, []*syntax.Directive) {
	var src strings.Builder
	src.WriteString("package p\n\n")
	for line := range strings.SplitSeq(text, "; ") {
		fmt.Fprintf(&src, "//rtest:%s\n", line)
	}
	src.WriteString("type _ = int\n")
	file, err := parser.ParseFile(u.graph.fset, "rtest's own list", src.String(), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil
	}
	found, diags := syntax.Read(u.graph.fset, file, []byte(src.String()))
	if len(found) != 1 || len(diags) > 0 {
		return nil, nil
	}
	return file, found[0].Directives
}

// standardPackage returns a package of the standard library.
func (u *unit) standardPackage(path string) *types.Package {
	if path == "" || u.graph.require(u.node, []string{path}) != nil {
		return nil
	}
	pkg, err := u.graph.importFor(u.node, path)
	if err != nil {
		return nil
	}
	return pkg
}

// standardBound returns the bounds of a function of the list, where its
// contract gives none.
func standardBound(c *refine.Contract) refine.Bounds {
	name := c.Func.Pkg().Path() + "." + c.Func.Name()
	if c.Recv != nil {
		if n, ok := types.Unalias(derefType(c.Recv.Type)).(*types.Named); ok {
			name = c.Func.Pkg().Path() + "." + n.Obj().Name() + "." + c.Func.Name()
		}
	}
	if b, ok := standardBounds[name]; ok {
		return b
	}
	return c.Bounds
}
