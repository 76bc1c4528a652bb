package encode_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/interp"
	"golang.org/x/tools/go/ssa/ssautil"
)

// FuzzLift generates a function from the given choices, and compares its lifted form with go/ssa's own
// interpreter on all inputs of a small depth. Nothing is compiled, so that a second covers many
// functions. TestRandom compares this oracle, too, with compiled Go.
func FuzzLift(f *testing.F) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		data := make([]byte, 40+r.IntN(400))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := choices(data)
		src := fileOf(&c, 1)
		ps := predicatesOf(t, src)
		inputs, depth := ps[0].many(t, 2, 100)
		ps[0].agrees(t, depth, inputs, simulated(t, src, ps, [][][]int64{inputs})[0])
		if t.Failed() {
			t.Log(src)
		}
	})
}

// choices are given by bytes. After their end each choice is the first.
type choices []byte

func (c *choices) IntN(n int) int {
	if len(*c) == 0 {
		return 0
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return int(b) % n
}

// program builds a package of one file that imports nothing.
func program(t testing.TB, src string) (*ssa.Package, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "random.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("random", file.Name.Name), []*ast.File{file}, ssa.InstantiateGenerics)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return pkg, file
}

// predicatesOf returns the exported functions of a file without imports.
func predicatesOf(t testing.TB, src string) []*predicate {
	t.Helper()
	pkg, file := program(t, src)
	var ps []*predicate
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.IsExported() {
			ps = append(ps, describe(t, pkg, fd))
		}
	}
	return ps
}

// builders are functions that take a value of a type from a stream.
const builders = `
var in []int

func next() int {
	v := in[0]
	in = in[1:]
	return v
}

func anInt() int     { return next() }
func anInt8() int8   { return int8(next()) }
func aUint8() uint8  { return uint8(next()) }
func aBool() bool    { return next() == 1 }
func aPair() Pair    { return Pair{A: next(), B: next()} }

func aPointer() *int {
	if next() != 1 {
		return nil
	}
	v := next()
	return &v
}

func aList() *List {
	if next() != 1 {
		return nil
	}
	return &List{Val: next(), Next: aList()}
}

func aSlice() []int {
	n := next()
	if n == 0 {
		return nil
	}
	xs := make([]int, max(n, 0))
	for i := range xs {
		xs[i] = next()
	}
	return xs
}
`

// builderOf says which of the builders is for which type.
var builderOf = map[string]string{
	"int": "anInt", "int8": "anInt8", "uint8": "aUint8", "bool": "aBool", "random.Pair": "aPair",
	"*int": "aPointer", "*random.List": "aList", "[]int": "aSlice",
}

// simulated computes the functions of a file with go/ssa's interpreter, as native does with compiled
// code.
func simulated(t testing.TB, src string, ps []*predicate, streams [][][]int64) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString(src + builders)
	for i, p := range ps {
		var args []string
		for v := range p.fn.Signature.Params().Variables() {
			args = append(args, builderOf[v.Type().String()]+"()")
		}
		// The interpreter gives nothing that recover could be compared with.
		fmt.Fprintf(&b, "\nfunc call%d() (answer string) {\n\tdefer func() { recover() }()\n\tanswer = \"p\"\n", i)
		fmt.Fprintf(&b, "\tif %s(%s) {\n\t\treturn \"1\"\n\t}\n\treturn \"0\"\n}\n\nvar streams%d = [][]int{\n", p.fn.Name(), strings.Join(args, ", "), i)
		for _, s := range streams[i] {
			b.WriteString("\t{")
			for _, n := range s {
				fmt.Fprintf(&b, "%d, ", n)
			}
			b.WriteString("},\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString("\nfunc main() {\n")
	for i := range ps {
		fmt.Fprintf(&b, "\tfor _, s := range streams%d {\n\t\tin = s\n\t\tprint(call%d())\n\t}\n\tprintln()\n", i, i)
	}
	b.WriteString("}\n")
	pkg, _ := program(t, b.String())
	code := 0
	out := printed(t, func() { code = interp.Interpret(pkg, 0, types.SizesFor("gc", "amd64"), "random", nil) })
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if code != 0 || len(lines) != len(ps) {
		t.Fatalf("the oracle ends with %d: %s\n%s", code, out, b.String())
	}
	return lines
}

// printed returns what f prints with the builtin functions of an interpreted program, which write to
// standard error.
func printed(t testing.TB, f func()) string {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	stderr := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = stderr }()
	f()
	out, err := io.ReadAll(io.NewSectionReader(file, 0, 1<<30))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
