package build

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/rewrite"
)

// hitsPackage is added next to the runtime. While On is 1, and not 0, counter n of At becomes 1 when its place is
// reached, and greater when Hit reaches it again. Hit is just short enough to be inlined. If inputs are guided by their trails, Then is called with each place.
const hitsPackage = `package hits

var (
	At = new([%d]byte)
	On byte = 1
%s)

type Bool = bool

//go:norace
func Hit(n int) {
	if On != 0 {
		At[n] |= 1 + At[n]
%s	}
}

//go:norace
func Missed(n int) {
	if On != 0 {
		At[n] = 1
	}
}

//go:norace
func Note(n int) bool {
	At[n] = 1
	return true
}

func C(n int, c bool) bool {
	if c {
		Hit(n)
	} else {
		Hit(n + 1)
	}
	return c
}
`

// hitsFile returns that package with the given number of counters.
func hitsFile(counters int, guided bool) []byte {
	then, tell := "", ""
	if guided {
		then, tell = "\tThen func(int)\n", "\t\tif Then != nil {\n\t\t\tThen(n)\n\t\t}\n"
	}
	return fmt.Appendf(nil, hitsPackage, counters, then, tell)
}

// counterRoom is the unit in which the number of counters grows.
const counterRoom = 1 << 10

// hitsImport is the name under which instrumented files import the package.
const hitsImport = "rtestg_hits"

// instrument lays instrumented copies of the sources under test over the tree. These are the
// sources of the unit's package and of its functions' packages within the main module. With
// CountTargets and CountBlocks, each block that go tool cover knows gets a counter, and instrument
// returns the blocks, else the outcomes by their counters. The first taken counters are in use.
// With missing, if statements without else count the side without statements, too.
//
// checked says that the go command adds checks of memory accesses to the code, as its race detector does. Counters
// must not conflict with these.
func (o *overlay) instrument(u *codegen.Unit, what Counters, missing bool, taken int, checked bool) ([]Block, map[int]Outcome, error) {
	in := &instrumenter{hits: countersPackage{path: o.home.path + "/hits"}, counters: taken}
	in.counts.blocks, in.counts.missing = what != CountConditions, missing
	in.hits.bare = in.counts.blocks && !u.Guided() && !checked
	tested := testedFuncs(u)
	own := u.Pkg.Types.Path()
	if !u.Pkg.External {
		in.only = o.countedFuncs(u, what, own, tested[own], u.Pkg.Syntax)
		for _, f := range u.Pkg.Syntax {
			name := u.Pkg.Fset.PositionFor(f.FileStart, false).Filename
			if slices.Contains(u.Pkg.GoFiles, name) {
				if err := o.instrumentFile(in, name, u.Pkg.Fset, f, u.Pkg.Info); err != nil {
					return nil, nil, err
				}
			}
		}
		// The syntax of a cgo file is that of cgo's output, so such files are parsed here.
		for _, name := range u.Pkg.GoFiles {
			if err := o.instrumentFile(in, name, nil, nil, nil); err != nil {
				return nil, nil, err
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(tested)) {
		rel, ok := strings.CutPrefix(path+"/", u.Pkg.Module+"/")
		if !ok || path == own {
			continue
		}
		dir := filepath.Join(u.Pkg.ModuleDir, filepath.FromSlash(rel))
		in.only = o.countedFuncs(u, what, path, tested[path], o.sources(dir))
		if err := o.instrumentDir(in, dir); err != nil {
			return nil, nil, err
		}
	}
	// With a round number of counters, most packages share one compiled package.
	counters := (max(in.counters, 1) + counterRoom - 1) / counterRoom * counterRoom
	o.files[filepath.Join(o.home.dir, "hits", "hits.go")] = hitsFile(counters, u.Guided())
	return in.found, in.outcomes, nil
}

// testedFuncs returns the functions under test by the path of their package.
func testedFuncs(u *codegen.Unit) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, t := range u.Targets {
		f := t.Contract.Func
		if f == nil || f.Pkg() == nil {
			continue
		}
		if all[f.Pkg().Path()] == nil {
			all[f.Pkg().Path()] = map[string]bool{}
		}
		all[f.Pkg().Path()][FuncKey(f)] = true
	}
	return all
}

// sourcesIn returns the Go files of a folder that are not tests.
func sourcesIn(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // A nested or replaced module has it elsewhere.
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !e.IsDir() {
			names = append(names, filepath.Join(dir, name))
		}
	}
	return names, err
}

func (o *overlay) instrumentDir(in *instrumenter, dir string) error {
	names, err := sourcesIn(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := o.instrumentFile(in, name, nil, nil, nil); err != nil {
			return err
		}
	}
	return nil
}

// instrumentFile instruments one file. It parses the file if it gets no syntax. A file that cannot
// be parsed stays unchanged.
func (o *overlay) instrumentFile(in *instrumenter, name string, fset *token.FileSet, f *ast.File, info *types.Info) error {
	if _, done := o.files[name]; done {
		return nil
	}
	src, err := o.content(name)
	if err != nil {
		return err
	}
	if f == nil {
		fset = token.NewFileSet()
		if f, err = parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return nil
		}
	}
	if int(f.FileEnd-f.FileStart) != len(src) {
		return nil
	}
	before := in.counters
	if counted := in.file(fset, f, info, src); in.counters > before {
		o.files[name] = counted
	}
	return nil
}

// An instrumenter inserts counters into source files: one at the start of each block, two at each
// condition, for true and for false. It keeps the line numbers.
type instrumenter struct {
	hits     countersPackage
	counters int
	// counts says what has a counter. found are the blocks that have.
	counts struct{ blocks, missing bool }
	found  []Block
	// outcomes are what the other counters mean.
	outcomes map[int]Outcome
	// only are the functions that get counters, by FuncKey, or nil for all.
	only map[string]bool
	// function is the current function. branch says that the next block is the first of a branch.
	// bodies are the bodies of functions, literals those of function literals in their order.
	function string
	branch   bool
	bodies   map[*ast.BlockStmt]bool
	literals []*ast.BlockStmt
	// elses are the positions where blocks after an else begin.
	elses map[*ast.BlockStmt]token.Pos
	src   []byte
	fset  *token.FileSet
	info  *types.Info
	edits []edit
	done  map[ast.Expr]bool
}

// A countersPackage is the import path of hitsPackage. bare says that statements count without a call, which takes less
// time to compile and to run.
type countersPackage struct {
	path string
	bare bool
}

// An edit inserts text at an offset. Among several edits at one offset, missing sides of if statements come first,
// then closing ones, innermost first.
type edit struct {
	offset         int
	close, missing bool
	text           string
}

func (e edit) order() int {
	switch {
	case e.missing:
		return 0
	case e.close:
		return 1
	}
	return 2
}

func (in *instrumenter) file(fset *token.FileSet, f *ast.File, info *types.Info, src []byte) []byte {
	in.src, in.elses, in.bodies = src, map[*ast.BlockStmt]token.Pos{}, map[*ast.BlockStmt]bool{}
	in.fset, in.info, in.edits, in.done, in.literals = fset, info, nil, map[ast.Expr]bool{}, nil
	before := in.counters
	if in.counts.blocks {
		in.blocks(f, in.only)
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && !in.counts.blocks {
			in.function = rewrite.Key(fn)
			in.block(fn.Body.Lbrace)
			ast.Inspect(fn.Body, in.visit)
		}
	}
	if in.counters == before {
		return src
	}
	in.insert(f.Name.End(), fmt.Sprintf("; import %s %q", hitsImport, in.hits.path))
	slices.SortStableFunc(in.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.order(), b.order()))
	})
	var out []byte
	at := 0
	for _, e := range in.edits {
		out = append(append(out, src[at:e.offset]...), e.text...)
		at = e.offset
	}
	return append(out, src[at:]...)
}

func (in *instrumenter) insert(pos token.Pos, text string) {
	in.edits = append(in.edits, edit{offset: in.offset(pos), text: text})
}

func (in *instrumenter) offset(pos token.Pos) int { return in.fset.PositionFor(pos, false).Offset }

// hit returns a statement that counts.
func (in *instrumenter) hit() string {
	n := in.counters
	in.counters++
	if in.hits.bare {
		return fmt.Sprintf(" %s.At[%d] |= %s.On;", hitsImport, n, hitsImport)
	}
	return fmt.Sprintf(" %s.Hit(%d);", hitsImport, n)
}

// block inserts a counter after the brace or colon at pos.
func (in *instrumenter) block(pos token.Pos) { in.insert(pos+1, in.hit()) }

func (in *instrumenter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		in.block(n.Body.Lbrace)
	case *ast.IfStmt:
		in.condition(n.Cond, true)
		in.block(n.Body.Lbrace)
		if b, ok := n.Else.(*ast.BlockStmt); ok {
			in.block(b.Lbrace)
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			in.condition(n.Cond, true)
		}
		in.block(n.Body.Lbrace)
	case *ast.RangeStmt:
		in.outcome(n.For, n.X.End(), "enters the loop")
		in.block(n.Body.Lbrace)
	case *ast.CaseClause:
		in.outcome(n.Case, n.Colon, "is taken")
		in.block(n.Colon)
	case *ast.CommClause:
		in.outcome(n.Case, n.Colon, "is taken")
		in.block(n.Colon)
	case *ast.SwitchStmt:
		in.missingDefault(n.Body)
	case *ast.TypeSwitchStmt:
		in.missingDefault(n.Body)
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			in.condition(n, false)
		}
	}
	return true
}

// missingDefault counts when no case of a switch is taken.
func (in *instrumenter) missingDefault(body *ast.BlockStmt) {
	for _, s := range body.List {
		if c, ok := s.(*ast.CaseClause); ok && c.List == nil {
			return
		}
	}
	if len(body.List) > 0 {
		in.note(body.Rbrace, "switch", "takes no case")
		in.insert(body.Rbrace, "; default:"+in.hit())
	}
}

// condition counts the outcomes of the operands of a condition. If consumed is set, the condition
// decides a statement and its type does not matter. Otherwise it must be a bool.
func (in *instrumenter) condition(x ast.Expr, consumed bool) {
	if in.done[x] {
		return
	}
	in.done[x] = true
	switch y := x.(type) {
	case *ast.ParenExpr:
		in.condition(y.X, consumed)
		return
	case *ast.UnaryExpr:
		if y.Op == token.NOT {
			in.condition(y.X, consumed)
			return
		}
	case *ast.BinaryExpr:
		if y.Op == token.LAND || y.Op == token.LOR {
			in.condition(y.X, consumed)
			in.condition(y.Y, consumed)
			return
		}
	}
	if !consumed && !in.isBool(x) {
		return
	}
	in.outcome(x.Pos(), x.End(), "is true")
	in.counters++
	in.outcome(x.Pos(), x.End(), "is false")
	in.counters--
	in.insert(x.Pos(), fmt.Sprintf("%s.C(%d, %s.Bool(", hitsImport, in.counters, hitsImport))
	in.counters += 2
	in.edits = append(in.edits, edit{offset: in.offset(x.End()), close: true, text: "))"})
}

// outcome says what the next counter counts: that the code between the positions is something.
func (in *instrumenter) outcome(from, to token.Pos, is string) {
	text := strings.Join(strings.Fields(string(in.src[in.offset(from):in.offset(to)])), " ")
	in.note(from, text, is)
}

func (in *instrumenter) note(at token.Pos, text, is string) {
	if in.outcomes == nil {
		in.outcomes = map[int]Outcome{}
	}
	in.outcomes[in.counters] = Outcome{Pos: in.fset.PositionFor(at, false), Func: in.function, Text: text, Is: is}
}

// isBool reports whether x is known to be a bool that is not constant.
func (in *instrumenter) isBool(x ast.Expr) bool {
	if in.info == nil {
		return false
	}
	t, ok := in.info.Types[x]
	return ok && t.Value == nil && types.Identical(t.Type, types.Typ[types.Bool])
}
