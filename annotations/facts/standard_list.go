package facts

import (
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// standardTypes is rtest's own list: directives of types of the standard library, used where the
// user does not say where their values come from. A type with unexported fields is built by calls;
// an interface lists the types that are tried. Nothing in it calls functions of os, net, os/exec,
// syscall, database/sql and the like, and nothing depends on the machine, as the local time zone
// does.
var standardTypes = map[string]string{
	"error":                              "via errors.New, errors.Join",
	"archive/zip.Reader":                 `via zip.NewReader(strings.NewReader("PK\x05\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), 22), zip.NewReader(strings.NewReader("PK\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00C\xbe\xb7\xe8\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00aaPK\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00C\xbe\xb7\xe8\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00aPK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00/\x00\x00\x00 \x00\x00\x00\x00\x00"), 101)`,
	"bufio.ReadWriter":                   "via bufio.NewReadWriter(bufio.NewReader(strings.NewReader(\"a\")), bufio.NewWriter(&bytes.Buffer{})), bufio.NewReadWriter",
	"bufio.Reader":                       "via bufio.NewReader",
	"bufio.Scanner":                      "via bufio.NewScanner",
	"bufio.SplitFunc":                    "values bufio.ScanLines, bufio.ScanWords, bufio.ScanRunes, bufio.ScanBytes",
	"bufio.Writer":                       "via bufio.NewWriter",
	"bytes.Buffer":                       "via bytes.Buffer{}, bytes.NewBufferString; state String",
	"bytes.Reader":                       "via bytes.NewReader, ReadByte; depth 1",
	"compress/gzip.Reader":               `via gzip.NewReader(strings.NewReader("\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xff\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00")), gzip.NewReader(strings.NewReader("\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xffJ\x04\x04\x00\x00\xff\xffC\xbe\xb7\xe8\x01\x00\x00\x00")), gzip.NewReader(strings.NewReader("\x1f\x8b\b\x00\x00\x00\x00\x00\x00\xffJL\xe2\x02\x04\x00\x00\xff\xff>\x98J\x01\x03\x00\x00\x00"))`,
	"container/list.Element":             "via list.New().PushBack(0), list.New().PushBack(1)",
	"container/list.List":                "via list.New, PushBack, PushFront",
	"container/ring.Ring":                "via &ring.Ring{}, &ring.Ring{Value: 0}, &ring.Ring{Value: 1}, Link; depth 2",
	"context.Context":                    "via context.Background, context.WithDeadline, context.WithValue; depth 2",
	"crypto.Signer":                      `via ed25519.NewKeyFromSeed([]byte("0123456789abcdef0123456789abcdef"))`,
	"crypto/cipher.AEAD":                 "via cipher.NewGCM",
	"crypto/cipher.Block":                `via aes.NewCipher([]byte("0123456789abcdef"))`,
	"crypto/cipher.Stream":               `via rc4.NewCipher([]byte("a"))`,
	"encoding.BinaryMarshaler":           "oneof time.Time, netip.Addr",
	"encoding.BinaryUnmarshaler":         "oneof *time.Time, *netip.Addr",
	"encoding.TextMarshaler":             "oneof *big.Int",
	"encoding.TextUnmarshaler":           "oneof *big.Int, *time.Time",
	"encoding/base32.Encoding":           "via base32.StdEncoding.WithPadding('='), base32.HexEncoding.WithPadding('='), base32.StdEncoding.WithPadding(base32.NoPadding)",
	"encoding/base64.Encoding":           "via base64.StdEncoding.WithPadding('='), base64.URLEncoding.WithPadding('='), base64.StdEncoding.WithPadding(base64.NoPadding)",
	"encoding/binary.AppendByteOrder":    "values binary.BigEndian, binary.LittleEndian",
	"encoding/binary.ByteOrder":          "values binary.BigEndian, binary.LittleEndian",
	"encoding/csv.Reader":                `via csv.NewReader(strings.NewReader("")), csv.NewReader(strings.NewReader("a")), csv.NewReader(strings.NewReader("a,b\nc,d\n")), csv.NewReader(strings.NewReader("a,\"b\"\"\n,\"\n\n,\n")), csv.NewReader(strings.NewReader("a,b\nc\n")), csv.NewReader(strings.NewReader("\"a\n")), csv.NewReader`,
	"encoding/csv.Writer":                "via csv.NewWriter",
	"encoding/json.Decoder":              "via json.NewDecoder(strings.NewReader(\"\")), json.NewDecoder(strings.NewReader(\"null\")), json.NewDecoder(strings.NewReader(\"1 2\")), json.NewDecoder(strings.NewReader(`\"a\"`)), json.NewDecoder(strings.NewReader(`[1, \"a\"]`)), json.NewDecoder(strings.NewReader(`{\"a\": {\"b\": [true]}}`)), json.NewDecoder(strings.NewReader(\"{} {\")), json.NewDecoder(strings.NewReader(\"a\")), json.NewDecoder",
	"encoding/json.Encoder":              "via json.NewEncoder",
	"encoding/json.Number":               "values \"\", \"0\", \"1\", \"-1\", \"1.5\", \"1e3\", \"9223372036854775808\", \"a\"",
	"encoding/json.RawMessage":           "values nil, json.RawMessage(\"null\"), json.RawMessage(\"true\"), json.RawMessage(\"0\"), json.RawMessage(\"-1.5\"), json.RawMessage(`\"\"`), json.RawMessage(`\"a\"`), json.RawMessage(`\"\\u00e9\"`), json.RawMessage(\"[]\"), json.RawMessage(\"{}\"), json.RawMessage(\"[1, 2]\"), json.RawMessage(`{\"a\":1}`), json.RawMessage(` {\"a\": {\"b\": null}}`), json.RawMessage(\"{\"), json.RawMessage{}",
	"encoding/xml.Decoder":               `via xml.NewDecoder(strings.NewReader("")), xml.NewDecoder(strings.NewReader("<a/>")), xml.NewDecoder(strings.NewReader("<a b=\"c\">d<e></e></a>")), xml.NewDecoder(strings.NewReader("<!-- a --><a>&lt;</a>")), xml.NewDecoder(strings.NewReader("<a><b></a>")), xml.NewDecoder`,
	"encoding/xml.Encoder":               "via xml.NewEncoder",
	"flag.FlagSet":                       `via flag.NewFlagSet("a", flag.ContinueOnError)`,
	"fmt.Formatter":                      "oneof *big.Int",
	"fmt.Stringer":                       "oneof *bytes.Buffer, *strings.Builder",
	"go/ast.Expr":                        `via parser.ParseExpr("a"), parser.ParseExpr("1"), parser.ParseExpr("a + 1*b"), parser.ParseExpr("f(a, b...)"), parser.ParseExpr("a.b[c:d]"), parser.ParseExpr("[]int{1, 2}"), parser.ParseExpr("map[string]*a"), parser.ParseExpr("(*a).(b)"), parser.ParseExpr("!<-a"), parser.ParseExpr("T{a: 'b', 1: {}}"), parser.ParseExpr("F[int, a]"), parser.ParseExpr("struct{ a chan<- [2]b }"), parser.ParseExpr("interface{ M() }"), parser.ParseExpr("func(a int) (b error) { return }")`,
	"go/ast.File":                        `via parser.ParseFile(token.NewFileSet(), "a.go", "package a\n", parser.ParseComments), parser.ParseFile(token.NewFileSet(), "a.go", "// Package a is one.\npackage a\n\nimport \"fmt\"\n\n// T is a type.\ntype T[P any] struct{ a, b int }\n\nfunc (t *T[P]) M(x int) (err error) {\n\tfor range x {\n\t\tfmt.Println(t.a)\n\t}\n\treturn nil\n}\n", parser.ParseComments)`,
	"go/ast.Node":                        `via parser.ParseExpr("a"), parser.ParseExpr("a + 1*b"), parser.ParseExpr("func(a int) error { if a > 1 { return nil } else { return f(a, g()...) } }"), parser.ParseFile(token.NewFileSet(), "a.go", "package a\n\nvar x, y = 1, T{}\n\ntype T struct{ a, b int }\n", parser.ParseComments)`,
	"go/constant.Value":                  "via constant.MakeUnknown, constant.MakeBool, constant.MakeInt64, constant.MakeString, constant.MakeFloat64",
	"go/token.FileSet":                   "via token.NewFileSet",
	"hash.Hash":                          "via fnv.New32a, sha256.New",
	"hash.Hash32":                        "via fnv.New32a, crc32.NewIEEE",
	"hash.Hash64":                        "via fnv.New64a, fnv.New64",
	"html/template.Template":             `via template.New("a"), template.Must(template.New("a").Parse("")), template.Must(template.New("a").Parse("a")), template.Must(template.New("a").Parse("<a href=\"{{.}}\">{{.}}</a>")), template.Must(template.New("a").Parse("{{range .}}{{.}},{{end}}"))`,
	"image.Alpha":                        "via image.NewAlpha(image.Rectangle{}), image.NewAlpha(image.Rect(0, 0, 2, 1)), SetAlpha; depth 1",
	"image.CMYK":                         "via image.NewCMYK(image.Rectangle{}), image.NewCMYK(image.Rect(0, 0, 2, 1)), SetCMYK; depth 1",
	"image.Gray":                         "via image.NewGray(image.Rectangle{}), image.NewGray(image.Rect(0, 0, 2, 1)), image.NewGray(image.Rect(-1, 0, 1, 2)), SetGray; depth 1",
	"image.Gray16":                       "via image.NewGray16(image.Rectangle{}), image.NewGray16(image.Rect(0, 0, 2, 1)), SetGray16; depth 1",
	"image.Image":                        "oneof *image.RGBA, *image.NRGBA, *image.Gray, *image.Paletted",
	"image.NRGBA":                        "via image.NewNRGBA(image.Rectangle{}), image.NewNRGBA(image.Rect(0, 0, 2, 1)), image.NewNRGBA(image.Rect(-1, 0, 1, 2)), SetNRGBA; depth 1",
	"image.NRGBA64":                      "via image.NewNRGBA64(image.Rectangle{}), image.NewNRGBA64(image.Rect(0, 0, 2, 1)), SetNRGBA64; depth 1",
	"image.Paletted":                     "via image.NewPaletted(image.Rectangle{}, color.Palette{color.Black}), image.NewPaletted(image.Rect(0, 0, 2, 1), color.Palette{color.Black, color.White}), SetColorIndex; depth 1",
	"image.PalettedImage":                "oneof *image.Paletted",
	"image.RGBA":                         "via image.NewRGBA(image.Rectangle{}), image.NewRGBA(image.Rect(0, 0, 2, 1)), image.NewRGBA(image.Rect(-1, 0, 1, 2)), SetRGBA; depth 1",
	"image.RGBA64":                       "via image.NewRGBA64(image.Rectangle{}), image.NewRGBA64(image.Rect(0, 0, 2, 1)), SetRGBA64; depth 1",
	"image.YCbCr":                        "via image.NewYCbCr(image.Rectangle{}, image.YCbCrSubsampleRatio444), image.NewYCbCr(image.Rect(0, 0, 2, 1), image.YCbCrSubsampleRatio444), image.NewYCbCr(image.Rect(0, 0, 3, 3), image.YCbCrSubsampleRatio420)",
	"image/color.Model":                  "values color.RGBAModel, color.GrayModel, color.NRGBAModel",
	"image/draw.Image":                   "oneof *image.RGBA, *image.Gray",
	"index/suffixarray.Index":            "via suffixarray.New",
	"io.ByteReader":                      "oneof *strings.Reader, *bytes.Buffer",
	"io.ByteScanner":                     "oneof *strings.Reader, *bytes.Buffer",
	"io.ByteWriter":                      "oneof *bytes.Buffer, *strings.Builder",
	"io.Closer":                          "via io.NopCloser",
	"io.ReadCloser":                      "via io.NopCloser",
	"io.ReadSeeker":                      "oneof *strings.Reader, *bytes.Reader",
	"io.ReadWriter":                      "oneof *bytes.Buffer",
	"io.Reader":                          "oneof *strings.Reader, *bytes.Buffer",
	"io.ReaderAt":                        "oneof *strings.Reader, *bytes.Reader",
	"io.ReaderFrom":                      "oneof *bytes.Buffer",
	"io.RuneReader":                      "oneof *strings.Reader, *bytes.Buffer",
	"io.RuneScanner":                     "oneof *strings.Reader, *bytes.Buffer",
	"io.SectionReader":                   "via io.NewSectionReader",
	"io.Seeker":                          "oneof *strings.Reader, *bytes.Reader",
	"io.StringWriter":                    "oneof *bytes.Buffer, *strings.Builder",
	"io.WriteCloser":                     "via hex.Dumper",
	"io.Writer":                          "oneof *bytes.Buffer, *strings.Builder",
	"io.WriterTo":                        "oneof *strings.Reader, *bytes.Buffer",
	"io/fs.DirEntry":                     "via fs.FileInfoToDirEntry",
	"io/fs.FS":                           "oneof fstest.MapFS",
	"io/fs.FileInfo":                     `via (&tar.Header{Name: "a", Size: 1, Mode: 0o644}).FileInfo(), (&tar.Header{Name: "b/", Mode: 0o755, Typeflag: tar.TypeDir}).FileInfo(), (&tar.Header{Name: "c.txt", Size: 2, Mode: 0o600, ModTime: time.Date(2024, time.February, 29, 12, 0, 0, 0, time.UTC)}).FileInfo(), (&tar.Header{Name: "d", Linkname: "a", Mode: 0o777, Typeflag: tar.TypeSymlink}).FileInfo()`,
	"io/fs.GlobFS":                       "oneof fstest.MapFS",
	"io/fs.ReadDirFS":                    "oneof fstest.MapFS",
	"io/fs.ReadFileFS":                   "oneof fstest.MapFS",
	"io/fs.StatFS":                       "oneof fstest.MapFS",
	"io/fs.SubFS":                        "oneof fstest.MapFS",
	"log.Logger":                         `via log.New(&bytes.Buffer{}, "", 0), log.New(&bytes.Buffer{}, "a", log.Lmsgprefix)`,
	"log/slog.Handler":                   "via slog.NewTextHandler(&bytes.Buffer{}, nil), slog.NewJSONHandler(&bytes.Buffer{}, nil)",
	"log/slog.LevelVar":                  "via slog.LevelVar{}",
	"log/slog.Logger":                    "via slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil))",
	"log/slog.Record":                    `via slog.NewRecord(time.Time{}, slog.LevelInfo, "", 0), slog.NewRecord(time.Date(2024, time.February, 29, 12, 0, 0, 0, time.UTC), slog.LevelError, "a", 0)`,
	"log/slog.Value":                     `via slog.Value{}, slog.BoolValue(true), slog.IntValue(0), slog.IntValue(-1), slog.Uint64Value(1), slog.Float64Value(0.5), slog.StringValue(""), slog.StringValue("a"), slog.DurationValue(1), slog.TimeValue(time.Time{}), slog.AnyValue([]int{1}), slog.GroupValue(slog.Int("a", 1))`,
	"math/big.Float":                     "via big.NewFloat",
	"math/big.Int":                       "via big.NewInt, Lsh; state String",
	"math/big.Rat":                       "via big.NewRat; state String",
	"math/rand.Rand":                     "via rand.New(rand.NewSource(0)), rand.New(rand.NewSource(1))",
	"math/rand.Source":                   "via rand.NewSource(0), rand.NewSource(1)",
	"math/rand/v2.Rand":                  "via rand.New(rand.NewPCG(0, 0)), rand.New(rand.NewPCG(1, 2))",
	"math/rand/v2.Source":                "via rand.NewPCG(0, 0), rand.NewPCG(1, 2)",
	"net.HardwareAddr":                   "values nil, net.HardwareAddr{0, 0, 0, 0, 0, 0}, net.HardwareAddr{0, 26, 43, 60, 77, 94}, net.HardwareAddr{255, 255, 255, 255, 255, 255}, net.HardwareAddr{0, 26, 43, 255, 254, 60, 77, 94}",
	"net.IP":                             "values nil, net.IP{0, 0, 0, 0}, net.IP{10, 0, 0, 1}, net.IP{1, 2, 3, 4}, net.IP{192, 168, 1, 255}, net.IP{224, 0, 0, 1}, net.IP{127, 0, 0, 1}, net.IP{255, 255, 255, 255}, net.IP{10: 255, 255, 10, 0, 0, 1}, net.IP{15: 0}, net.IP{15: 1}, net.IP{0x20, 0x01, 0x0d, 0xb8, 15: 1}",
	"net.IPMask":                         "values nil, net.IPMask{0, 0, 0, 0}, net.IPMask{255, 0, 0, 0}, net.IPMask{255, 255, 254, 0}, net.IPMask{255, 255, 255, 255}, net.IPMask{255, 0, 255, 0}, net.IPMask{255, 255, 255, 255, 15: 0}",
	"net.IPNet":                          "via net.IPNet{}, net.IPNet{IP: net.IP{10, 0, 0, 0}, Mask: net.IPMask{255, 0, 0, 0}}, net.IPNet{IP: net.IP{192, 168, 1, 0}, Mask: net.IPMask{255, 255, 255, 0}}, net.IPNet{IP: net.IP{10, 1, 2, 3}, Mask: net.IPMask{255, 255, 0, 0}}, net.IPNet{IP: net.IP{127, 0, 0, 1}, Mask: net.IPMask{255, 255, 255, 255}}, net.IPNet{IP: net.IP{0, 0, 0, 0}, Mask: net.IPMask{0, 0, 0, 0}}, net.IPNet{IP: net.IP{0x20, 0x01, 0x0d, 0xb8, 15: 0}, Mask: net.IPMask{255, 255, 255, 255, 15: 0}}, net.IPNet{IP: net.IP{15: 0}, Mask: net.IPMask{15: 0}}",
	"net/http.Handler":                   "oneof http.HandlerFunc",
	"net/http.Request":                   "via http.Request{Method: \"GET\", URL: &url.URL{Path: \"/\"}, Header: http.Header{}, Host: \"a\", Body: http.NoBody}, http.Request{Method: \"GET\", URL: &url.URL{Path: \"/a/b\", RawQuery: \"a=b&a=1\"}, Header: http.Header{\"Accept\": {\"text/html\", \"*/*\"}, \"Cookie\": {\"a=b\"}, \"Authorization\": {\"Basic YTpi\"}}, Host: \"a:80\", Body: http.NoBody, RemoteAddr: \"10.0.0.1:1234\"}, http.Request{Method: \"POST\", URL: &url.URL{Path: \"/\"}, Header: http.Header{\"Content-Type\": {\"application/x-www-form-urlencoded\"}}, Host: \"a\", Body: io.NopCloser(strings.NewReader(\"a=b\")), ContentLength: 3}, http.Request{Method: \"POST\", URL: &url.URL{Path: \"/\"}, Header: http.Header{\"Content-Type\": {\"application/json\"}}, Host: \"a\", Body: io.NopCloser(strings.NewReader(`{\"a\": 1}`)), ContentLength: 8}, http.Request{Method: \"HEAD\", URL: &url.URL{Path: \"/a b\"}, Header: http.Header{\"Range\": {\"bytes=0-\"}}, Host: \"a\", Body: http.NoBody}, http.ReadRequest",
	"net/http.Response":                  "via http.Response{StatusCode: 200, Status: \"200 OK\", Header: http.Header{}, Body: http.NoBody}, http.Response{StatusCode: 200, Status: \"200 OK\", Header: http.Header{\"Content-Type\": {\"application/json\"}}, Body: io.NopCloser(strings.NewReader(`{\"a\": 1}`)), ContentLength: 8}, http.Response{StatusCode: 302, Status: \"302 Found\", Header: http.Header{\"Location\": {\"/a\"}}, Body: http.NoBody}, http.Response{StatusCode: 404, Status: \"404 Not Found\", Header: http.Header{}, Body: io.NopCloser(strings.NewReader(\"a\")), ContentLength: 1}, http.Response{StatusCode: 503, Status: \"503 Service Unavailable\", Header: http.Header{\"Retry-After\": {\"1\"}}, Body: http.NoBody}",
	"net/http.ResponseWriter":            "oneof *httptest.ResponseRecorder",
	"net/http/httptest.ResponseRecorder": "via httptest.ResponseRecorder{HeaderMap: http.Header{}, Body: &bytes.Buffer{}, Code: 200}",
	"net/netip.Addr":                     "via netip.Addr{}, netip.IPv6Loopback, netip.MustParseAddr(\"10.0.0.0\"), netip.MustParseAddr(\"10.255.255.255\"), netip.MustParseAddr(\"127.0.0.1\"), netip.MustParseAddr(\"::ffff:1.2.3.4\"), netip.MustParseAddr(\"fe80::1%eth0\"), netip.MustParseAddr(\"2001:db8::\"), netip.MustParseAddr(\"::\"), netip.MustParseAddr(\"::2\"), netip.MustParseAddr(\"169.254.0.0\"), netip.MustParseAddr(\"169.254.255.255\"), netip.MustParseAddr(\"224.0.0.0\"), netip.MustParseAddr(\"239.255.255.255\"), netip.MustParseAddr(\"ff01:ffff:ffff:ffff:ffff:ffff:ffff:ffff\"), netip.MustParseAddr(\"ff01::\"), netip.MustParseAddr(\"ff02::1\"), netip.MustParseAddr(\"fc00::\"), netip.AddrFrom4",
	"net/netip.AddrPort":                 "via netip.AddrPort{}, netip.AddrPortFrom",
	"net/netip.Prefix":                   "via netip.Prefix{}, netip.PrefixFrom, netip.MustParsePrefix(\"10.0.0.0/8\"), netip.MustParsePrefix(\"10.1.2.3/16\"), netip.MustParsePrefix(\"2001:db8::/32\"), netip.MustParsePrefix(\"0.0.0.0/0\"), netip.MustParsePrefix(\"::/0\")",
	"net/url.URL":                        "via url.URL{}, url.URL{Path: \"a\"}, url.URL{Path: \"/a/b\"}, url.URL{Scheme: \"http\", Host: \"a\"}, url.URL{Scheme: \"https\", Host: \"a:80\", Path: \"/a b\", RawPath: \"/a%20b\"}, url.URL{Scheme: \"http\", User: url.UserPassword(\"a\", \"b\"), Host: \"[::1]\", Path: \"/\"}, url.URL{Scheme: \"http\", Host: \"a\", Path: \"/\", RawQuery: \"a=b&a=%20\"}, url.URL{Path: \"/\", ForceQuery: true, Fragment: \"a\"}, url.URL{Scheme: \"mailto\", Opaque: \"a@b\"}, url.URL{Host: \"a\", Path: \"/../b\"}, url.Parse",
	"net/url.Userinfo":                   "via url.User, url.UserPassword; state String",
	"reflect.Type":                       `via reflect.TypeOf(0), reflect.TypeOf(""), reflect.TypeOf(true), reflect.TypeOf(0.5), reflect.TypeOf([]int{}), reflect.TypeOf([1]int{}), reflect.TypeOf(map[string]int{}), reflect.TypeOf(&bytes.Buffer{}), reflect.TypeOf(struct{ A int }{}), reflect.TypeOf(errors.New), reflect.TypeFor[error]()`,
	"reflect.Value":                      `via reflect.Value{}, reflect.ValueOf(0), reflect.ValueOf(int8(-1)), reflect.ValueOf(uint(1)), reflect.ValueOf(""), reflect.ValueOf("a"), reflect.ValueOf(true), reflect.ValueOf(0.5), reflect.ValueOf([]int{}), reflect.ValueOf([]string{"a", "b"}), reflect.ValueOf([1]int{1}), reflect.ValueOf(map[string]int{"a": 1}), reflect.ValueOf(&[]int{1}), reflect.ValueOf(struct{ A int }{1}), reflect.ValueOf(errors.New("a"))`,
	"regexp.Regexp":                      "via regexp.Compile; state String",
	"regexp/syntax.Regexp":               `via syntax.Parse("", syntax.Perl), syntax.Parse("a", syntax.Perl), syntax.Parse("ab|c*", syntax.Perl), syntax.Parse("(a)[^b]+?", syntax.Perl), syntax.Parse("^(?P<n>a.){1,2}$", syntax.Perl)`,
	"strings.Builder":                    "via strings.Builder{}, WriteString; state String",
	"strings.Reader":                     "via strings.NewReader, ReadByte; depth 1",
	"strings.Replacer":                   `via strings.NewReplacer(), strings.NewReplacer("a", "b"), strings.NewReplacer("a", "", "b", "ab"), strings.NewReplacer("ab", "b", "b", "a")`,
	"testing/fstest.MapFS":               `values fstest.MapFS{}, fstest.MapFS{"a": &fstest.MapFile{Data: []byte("a")}}, fstest.MapFS{"a.txt": &fstest.MapFile{Data: []byte("a\nb\n"), Mode: 0o644}, "b/c.txt": &fstest.MapFile{Data: []byte("{}")}}, fstest.MapFS{"a/b/c": &fstest.MapFile{Mode: 0o755, ModTime: time.Date(2024, time.February, 29, 12, 0, 0, 0, time.UTC)}, "a/d.go": &fstest.MapFile{Data: []byte("package d\n")}, "e": &fstest.MapFile{Mode: fs.ModeDir | 0o755}}`,
	"text/scanner.Scanner":               `via (&scanner.Scanner{}).Init(strings.NewReader("")), (&scanner.Scanner{}).Init(strings.NewReader("a")), (&scanner.Scanner{}).Init(strings.NewReader("a = 1.5 // b\n\"c\"")), (&scanner.Scanner{}).Init(strings.NewReader("\"a"))`,
	"text/tabwriter.Writer":              "via tabwriter.NewWriter(&bytes.Buffer{}, 0, 8, 1, ' ', 0)",
	"text/template.Template":             `via template.New("a"), template.Must(template.New("a").Parse("")), template.Must(template.New("a").Parse("a")), template.Must(template.New("a").Parse("a{{.}}")), template.Must(template.New("a").Parse("{{range .}}{{.}},{{end}}"))`,
	"time.Location":                      "via time.FixedZone(\"UTC\", 0), time.FixedZone(\"\", 19800), time.Date(2024, time.March, 30, 12, 0, 0, 0, " + summerTime + ").Location(), time.Date(2024, time.March, 30, 12, 0, 0, 0, " + unruly + ").Location(), time.FixedZone",
	"time.Time":                          "via time.Time{}, time.Date(1970, time.January, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, time.February, 29, 12, 0, 0, 0, time.UTC), time.Date(2023, time.December, 31, 23, 59, 59, 999999999, time.UTC), time.Date(2021, time.January, 31, 0, 0, 0, 0, time.UTC), time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC), time.Date(2020, time.March, 1, 1, 30, 0, 0, time.FixedZone(\"\", 19800)), time.Date(2024, time.March, 30, 12, 0, 0, 0, " + summerTime + "), Add, AddDate; depth 2",
	"unicode.RangeTable":                 "values unicode.RangeTable{}, *unicode.ASCII_Hex_Digit, *unicode.White_Space, *unicode.Digit",
}

// standardContents are the types of the list whose constructors take the content of the value: a
// text, or something that holds one. That text has the bounds, the alphabet and the words of the
// function under test.
var standardContents = map[string]bool{
	"bufio.ReadWriter": true, "bufio.Reader": true, "bufio.Scanner": true, "bytes.Buffer": true, "bytes.Reader": true,
	"encoding/csv.Reader": true, "encoding/json.Decoder": true, "encoding/xml.Decoder": true,
	"net/http.Request": true, "net/url.URL": true,
	"io.Closer": true, "io.ReadCloser": true, "io.SectionReader": true, "strings.Reader": true,
}

// standardBounds are the bounds of arguments of calls in the list.
//
// Deadlines are long past, or so far away that no timer fires.
var standardBounds = map[string]refine.Bounds{
	"net/http.ReadRequest": {Depth: 0},
	"net/url.Parse":        {Depth: 0},
	"regexp.Compile":       {Depth: -1, Chars: []rune("ab.*|")},
	"time.Time.AddDate":    {Depth: -1, Ints: []value.Range{{Lo: -1, Hi: 1}}},
	"time.FixedZone":       {Depth: -1, Ints: []value.Range{{Lo: -1, Hi: 1}}},
	"context.WithDeadline": {Depth: 0},
	"context.WithValue":    {Depth: 0},
	"net/netip.PrefixFrom": {Depth: -1, Ints: []value.Range{{Lo: -1, Hi: 0}, {Lo: 8, Hi: 8}, {Lo: 24, Hi: 24}, {Lo: 31, Hi: 32}}},
	"io.NewSectionReader":  {Depth: -1, Ints: []value.Range{{Lo: 0, Hi: 4}}},
	"net/netip.AddrFrom4":  {Depth: -1, Ints: []value.Range{{Lo: 0, Hi: 1}, {Lo: 255, Hi: 255}}},
}

// summerTime is a location with daylight saving time from March to October. It and unruly are made from their rules, so that
// they are the same on all machines. Both are one expression, because the functions of package time that return a location also
// return something else.
const summerTime = zoneOf + "(\"CET\"), reflect.ValueOf([]byte(" +
	"\"TZif2\" + strings.Repeat(\"\\x00\", 39) + \"TZif2\" + strings.Repeat(\"\\x00\", 34) + " +
	"\"\\x01\\x00\\x00\\x00\\x04\\x00\\x00\\x0e\\x10\\x00\\x00CET\\x00\\nCET-1CEST,M3.5.0,M10.5.0/3\\n\"" + endOfZone

// unruly is a location like Lord Howe Island whose clocks were changed three times and then no more: in 1895, from a time of its
// own with seconds to full hours, in 1981, by half an hour, and in 2022, to daylight saving time for good.
const unruly = zoneOf + "(\"Howe\"), reflect.ValueOf([]byte(" +
	"\"TZif2\" + strings.Repeat(\"\\x00\", 39) + \"TZif2\" + strings.Repeat(\"\\x00\", 27) + \"\\x00\\x00\\x00\\x03\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x13\" + " +
	"\"\\xff\\xff\\xff\\xff\\x73\\x16\\x77\\xdc\\x00\\x00\\x00\\x00\\x14\\xfe\\x66\\xe0\\x00\\x00\\x00\\x00\\x63\\x38\\x5c\\xf8\\x01\\x02\\x03\" + " +
	"\"\\x00\\x00\\x95\\x24\\x00\\x00\\x00\\x00\\x8c\\xa0\\x00\\x04\\x00\\x00\\x93\\xa8\\x00\\x09\\x00\\x00\\x9a\\xb0\\x01\\x0f\" + " +
	"\"LMT\\x00AEST\\x00+1030\\x00+11\\x00\\n\\n\"" + endOfZone

const (
	zoneOf    = "reflect.ValueOf(time.LoadLocationFromTZData).Call([]reflect.Value{reflect.ValueOf"
	endOfZone = "))})[0].Interface().(*time.Location)"
)
