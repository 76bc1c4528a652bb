package annotations

import (
	"flag"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/facts"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

var update = flag.Bool("update", false, "rewrite the golden sections")

// Each testdata/*.txtar holds a module. A directive that is wrong ends in
// // want column "regexp", several may follow each other; the section
// contracts, when there is one, holds what the packages' contracts and facts
// print as.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkProgram(t, file) })
	}
}

func checkProgram(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := extract(t, ar)
	p, err := Load(Config{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	checkWants(t, dir, ar, p)
	got := printProgram(p, dir)
	for _, pkg := range p.Packages {
		if !pkg.Broken {
			checkGo(t, p, pkg)
		}
	}
	for i, f := range ar.Files {
		if f.Name != "contracts" {
			continue
		}
		if *update {
			ar.Files[i].Data = []byte(got)
			if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if string(f.Data) != got {
			t.Errorf("contracts differ (-update rewrites them)\ngot:\n%s\nwant:\n%s", got, f.Data)
		}
	}
}

// checkGo checks that the terms of pkg's contracts compile when
// printed as Go: types, names and conversions are those of Go.
func checkGo(t *testing.T, p *Program, pkg *refine.Package) {
	t.Helper()
	var extra []ExtraFile
	for i, c := range pkg.Contracts {
		clauses := slices.Concat(c.Pre, c.Post, c.Classes)
		for _, cb := range c.Callbacks {
			clauses = slices.Concat(clauses, cb.Require, cb.Ensure)
		}
		for j, cl := range clauses {
			name := fmt.Sprintf("x%d_%d_", i, j)
			f := gosource.New(pkg.Types, gosource.Options{Prefix: name, Version: "go1.26"})
			var params []gosource.Param
			names := func(prefix string) func(v *refine.Variable) string {
				return func(v *refine.Variable) string {
					n := fmt.Sprintf("%s%d_%d_%s", prefix, v.Role, v.Index, v.Name)
					if p := (gosource.Param{Name: n, Type: f.Type(v.Type)}); !slices.Contains(params, p) {
						params = append(params, p)
					}
					return n
				}
			}
			body := "return " + f.Expr(cl.Expr, names(name), names("old"+name))
			f.Func(name+"f", params, "bool", body)
			src, err := f.Bytes()
			if err != nil {
				// Some forms need functions of the harness.
				t.Logf("not printed: %s: %v", cl.Text, err)
				continue
			}
			extra = append(extra, ExtraFile{Name: name + ".go", Src: src})
		}
	}
	if _, err := p.ssaMode(pkg, extra, ssa.InstantiateGenerics|ssa.SanityCheckFunctions); err != nil {
		t.Error(err)
	}
}

// extract writes the files of ar, but for the golden one, into a directory.
func extract(t *testing.T, ar *txtar.Archive) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		if f.Name == "contracts" {
			continue
		}
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var (
	wantRE = regexp.MustCompile(`// want (.*)$`)
	itemRE = regexp.MustCompile(`^\s*(\d+) ("(?:[^"\\]|\\.)*")`)
)

// checkWants compares the diagnostics of p with the wants in the files of ar.
func checkWants(t *testing.T, dir string, ar *txtar.Archive, p *Program) {
	t.Helper()
	var got []diag.Diagnostic
	for _, pkg := range p.Packages {
		got = append(got, pkg.Diags...)
	}
	for _, d := range got {
		if d.Code == codes.TypeError && d.End.Offset <= d.Pos.Offset {
			t.Errorf("of no text: %s", strings.TrimPrefix(d.Error(), dir+"/"))
		}
	}
	for _, f := range ar.Files {
		if f.Name == "contracts" {
			continue
		}
		for i, line := range strings.Split(string(f.Data), "\n") {
			m := wantRE.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			for rest := m[1]; strings.TrimSpace(rest) != ""; {
				item := itemRE.FindStringSubmatch(rest)
				if item == nil {
					t.Fatalf("%s:%d: bad want %q", f.Name, i+1, rest)
				}
				rest = rest[len(item[0]):]
				got = takeWanted(t, got, filepath.Join(dir, f.Name), i+1, item[1], item[2])
			}
		}
	}
	for _, d := range got {
		t.Errorf("unexpected: %s", strings.TrimPrefix(d.Error(), dir+"/"))
	}
}

func takeWanted(t *testing.T, got []diag.Diagnostic, file string, line int, col, quoted string) []diag.Diagnostic {
	t.Helper()
	pattern, err := strconv.Unquote(quoted)
	if err != nil {
		t.Fatal(err)
	}
	re := regexp.MustCompile(pattern)
	i := slices.IndexFunc(got, func(d diag.Diagnostic) bool {
		return d.Pos.Filename == file && d.Pos.Line == line && strconv.Itoa(d.Pos.Column) == col && re.MatchString(d.Message)
	})
	if i < 0 {
		t.Errorf("%s:%d:%s: no diagnostic matches %s", filepath.Base(file), line, col, quoted)
		return got
	}
	return slices.Delete(got, i, i+1)
}

// printProgram prints what was resolved, without the directory.
func printProgram(p *Program, dir string) string {
	var b strings.Builder
	for _, pkg := range p.Packages {
		fmt.Fprintf(&b, "package %s\n", pkg.Path)
		for _, f := range pkg.UsedTests {
			fmt.Fprintf(&b, "uses %s\n", filepath.Base(f))
		}
		of := hints.New(p.Code(pkg), pkg.Facts)
		for _, c := range pkg.Contracts {
			fmt.Fprintf(&b, "%s: %s", filepath.Base(c.Pos.Filename)+":"+strconv.Itoa(c.Pos.Line), strings.TrimSuffix(c.String(), "\n")+"\n")
			for i, in := range c.Inputs() {
				if as := c.As[i]; as != nil {
					fmt.Fprintf(&b, "\tas %s %s\n", in.Name, as)
				}
			}
			if c.Help != "" {
				fmt.Fprintf(&b, "\thelp: %s\n", c.Help)
			}
			fmt.Fprintf(&b, "%s", printHints(of.Of(c)))
		}
		for _, name := range pkg.Types.Scope().Names() {
			tn, ok := pkg.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || pkg.Facts == nil {
				continue
			}
			if x := pkg.Facts.Of(sample(tn.Type())); x != nil {
				printFacts(&b, pkg, x)
			}
		}
		if f, ok := pkg.Facts.(*facts.Facts); ok {
			for _, fd := range f.Unit.AtTypes.InContractFiles {
				printFacts(&b, pkg, pkg.Facts.Of(fd.Type))
			}
		}
	}
	return strings.ReplaceAll(b.String(), dir+"/", "")
}

// sample returns t, or an instance of a generic type.
func sample(t types.Type) types.Type {
	n, ok := t.(*types.Named)
	if !ok || n.TypeParams().Len() == 0 {
		return t
	}
	targs, _ := generics.Default(n.TypeParams())
	if targs == nil {
		return t
	}
	inst, err := types.Instantiate(nil, n, targs, false)
	if err != nil {
		return t
	}
	return inst
}

func printFacts(b *strings.Builder, pkg *refine.Package, tf *refine.TypeFacts) {
	fmt.Fprintf(b, "type %s\n", refine.TypeName(tf.Type, pkg.Types))
	for _, cl := range slices.Concat(tf.Invariants, tf.Fields) {
		fmt.Fprintf(b, "\t%s %s (%s)\n", cl.Kind, refine.Print(cl.Expr, pkg.Types), cl.Text)
	}
	for _, in := range tf.OneOf {
		fmt.Fprintf(b, "\toneof %s nil:%t\n", refine.TypeName(in.T, pkg.Types), in.NilToo)
	}
	for _, v := range tf.Values {
		fmt.Fprintf(b, "\tvalue %s\n", refine.Print(v, pkg.Types))
	}
	for _, v := range tf.Via {
		fmt.Fprintf(b, "\tvia %s step:%t targs:%v\n", v.Name, v.Step, v.TypeArgs)
	}
	if tf.State != nil {
		fmt.Fprintf(b, "\tstate %s\n", refine.Print(tf.State, pkg.Types))
	}
	if tf.Shared {
		b.WriteString("\tshared\n")
	}
	if tf.Depth >= 0 {
		fmt.Fprintf(b, "\tdepth %d\n", tf.Depth)
	}
	for i := range 10 {
		if bounds, ok := tf.FieldInts[i]; ok {
			fmt.Fprintf(b, "\tints of field %d: %v full:%t\n", i, bounds.Ints, bounds.IntsFull)
		}
		if tf.Derived[i] {
			fmt.Fprintf(b, "\tderived field %d\n", i)
		}
	}
}

func printHints(h refine.Hints) string {
	var b strings.Builder
	if len(h.NilInputs) > 0 {
		fmt.Fprintf(&b, "\thint nil inputs %v\n", h.NilInputs)
	}
	if len(h.NilParts) > 0 {
		fmt.Fprintf(&b, "\thint nil parts %v\n", h.NilParts)
	}
	if h.NilSlices || h.Capacities {
		fmt.Fprintf(&b, "\thint nil slices %t, cap %t\n", h.NilSlices, h.Capacities)
	}
	if len(h.ContractChars) > 0 {
		fmt.Fprintf(&b, "\thint said %q\n", value.Text(h.ContractChars))
	}
	if len(h.MoreChars) > 0 {
		fmt.Fprintf(&b, "\thint rest %q\n", value.Text(h.MoreChars))
	}
	if len(h.Alphabet) > 0 {
		fmt.Fprintf(&b, "\thint alphabet %q\n", value.Text(h.Alphabet))
	}
	if len(h.Ints) > 0 {
		fmt.Fprintf(&b, "\thint ints %v\n", h.Ints)
	}
	if len(h.Thresholds) > 0 {
		fmt.Fprintf(&b, "\thint marks %v\n", h.Thresholds)
	}
	if len(h.Factors) > 0 {
		fmt.Fprintf(&b, "\thint factors %v\n", h.Factors)
	}
	if len(h.Bytes) > 0 {
		fmt.Fprintf(&b, "\thint bytes %q\n", value.Text(h.Bytes))
	}
	if len(h.Floats) > 0 {
		fmt.Fprintf(&b, "\thint floats %v\n", h.Floats)
	}
	if len(h.Words) > 0 {
		fmt.Fprintf(&b, "\thint words %q\n", h.Words)
	}
	if len(h.Patterns) > 0 {
		fmt.Fprintf(&b, "\thint patterns %q\n", h.Patterns)
	}
	if h.InvalidUTF8 {
		fmt.Fprintf(&b, "\thint texts that are not valid UTF-8\n")
	}
	if h.ComparesComputed {
		fmt.Fprintf(&b, "\thint terms\n")
	}
	if len(h.Asserted) > 0 {
		fmt.Fprintf(&b, "\thint asserted %v\n", h.Asserted)
	}
	for _, v := range h.Sentinels {
		fmt.Fprintf(&b, "\thint sentinel %s.%s\n", v.Pkg().Name(), v.Name())
	}
	if len(h.ErrorTypes) > 0 {
		fmt.Fprintf(&b, "\thint error types %v\n", h.ErrorTypes)
	}
	var names []string
	for f := range h.ReadFields {
		if f.Pkg() != nil && strings.HasPrefix(f.Pkg().Path(), "example.com/") {
			names = append(names, f.Name())
		}
	}
	slices.Sort(names)
	if len(names) > 0 {
		fmt.Fprintf(&b, "\thint read %v\n", names)
	}
	if h.ReadsAllFields {
		fmt.Fprintf(&b, "\thint read all\n")
	}
	names = nil
	for tn := range h.ZeroCompared {
		names = append(names, tn.Name())
	}
	slices.Sort(names)
	if len(names) > 0 {
		fmt.Fprintf(&b, "\thint zero of %v\n", names)
	}
	return b.String()
}
