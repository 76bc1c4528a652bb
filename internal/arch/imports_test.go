package arch

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/rtest-dev/rtest"

// allowed is the table of what each package may import of this module. A package that is missing is a
// mistake: decide what it may know, then add it.
var allowed = map[string][]string{
	"annotations":                       {"annotations/codes", "annotations/facts", "annotations/load", "annotations/names", "annotations/resolve", "annotations/syntax", "internal/code", "internal/diag", "internal/usage", "refine"},
	"annotations/advise":                {"annotations/codes", "annotations/load", "annotations/names", "annotations/syntax", "internal/diag", "refine"},
	"annotations/codes":                 {"annotations/load", "annotations/syntax", "internal/diag"},
	"annotations/facts":                 {"annotations/codes", "annotations/generics", "annotations/load", "annotations/names", "annotations/syntax", "annotations/typing", "internal/code", "internal/diag", "internal/effects", "internal/usage", "internal/value", "refine", "refine/shape"},
	"annotations/generics":              {"annotations/names", "refine"},
	"annotations/load":                  {"annotations/syntax", "internal/diag", "refine"},
	"annotations/names":                 {"annotations/codes", "annotations/load", "annotations/syntax", "internal/diag", "refine"},
	"annotations/resolve":               {"annotations/advise", "annotations/codes", "annotations/facts", "annotations/generics", "annotations/names", "annotations/syntax", "annotations/typing", "internal/diag", "internal/effects", "internal/value", "refine", "refine/gosource"},
	"annotations/syntax":                {"internal/diag"},
	"annotations/typing":                {"annotations/advise", "annotations/codes", "annotations/generics", "annotations/load", "annotations/names", "annotations/syntax", "internal/diag", "internal/value", "refine", "refine/gosource"},
	"check":                             {"annotations", "check/beyond", "check/config", "check/describe", "check/engine", "check/event", "check/listing", "check/loop", "check/naming", "check/native", "check/prepare", "check/prove", "check/saved", "check/states", "decode", "decode/tree", "encode", "internal/cache", "internal/diag", "internal/fault", "internal/form", "internal/harness", "internal/harness/build", "internal/harness/codegen", "internal/harness/process", "internal/mutants", "internal/probe", "internal/search", "internal/value", "internal/watch", "refine"},
	"check/aliased":                     {"check/describe", "check/engine", "check/event", "decode", "internal/form", "internal/harness", "internal/value", "refine"},
	"check/alphabet":                    {"encode", "internal/form", "internal/search", "internal/value"},
	"check/beyond":                      {"decode", "encode", "encode/answers", "internal/form", "internal/pace", "internal/search", "internal/solve", "internal/value", "internal/z3", "refine"},
	"check/config":                      {"annotations", "check/engine", "check/event", "internal/harness/process", "refine"},
	"check/describe":                    {"check/event", "check/naming", "decode/tree", "internal/harness", "refine", "refine/gosource"},
	"check/edits":                       {"check/pieces", "decode", "internal/value"},
	"check/engine":                      {"internal/form", "internal/harness", "internal/pace", "internal/search", "internal/solve", "internal/z3"},
	"check/event":                       {"check/beyond", "decode/tree", "encode", "internal/diag", "internal/harness", "internal/harness/build", "internal/value", "refine"},
	"check/feedback":                    {"check/beyond", "check/edits", "check/pieces", "decode", "internal/form", "internal/harness", "internal/harness/codegen", "internal/value", "refine"},
	"check/generalize":                  {"annotations", "check/event", "check/naming", "internal/harness", "internal/harness/codegen", "internal/value", "refine"},
	"check/listing":                     {"check/config", "check/event", "check/prepare", "check/states", "encode", "encode/interp", "internal/diag", "internal/harness/codegen", "internal/search", "internal/value", "refine"},
	"check/loop":                        {"check/aliased", "check/beyond", "check/describe", "check/engine", "check/event", "check/feedback", "check/generalize", "check/minimize", "check/naming", "check/prepare", "check/prove", "check/saved", "check/states", "decode", "decode/tree", "encode", "encode/answers", "encode/interp", "internal/diag", "internal/fault", "internal/form", "internal/harness", "internal/harness/codegen", "internal/pace", "internal/search", "internal/value", "refine"},
	"check/minimize":                    {"check/beyond", "check/pieces", "decode", "internal/form", "internal/value"},
	"check/naming":                      {"decode/tree", "internal/value", "refine"},
	"check/native":                      {"check/event", "check/loop", "check/prepare", "encode/answers", "internal/harness", "internal/harness/build", "refine"},
	"check/observe":                     {"check/beyond", "check/config", "check/describe", "check/event", "check/generalize", "check/loop", "check/prepare", "decode", "encode", "internal/diag", "internal/harness", "internal/harness/codegen", "internal/harness/process", "internal/pace", "internal/search", "internal/value", "refine"},
	"check/pieces":                      {"internal/value"},
	"check/prepare":                     {"annotations", "check/aliased", "check/alphabet", "check/beyond", "check/config", "check/engine", "check/event", "check/generalize", "check/saved", "check/states", "decode", "encode", "encode/interp", "encode/vars", "internal/cache", "internal/code", "internal/diag", "internal/duties", "internal/fault", "internal/form", "internal/harness", "internal/harness/build", "internal/harness/codegen", "internal/hints", "internal/pace", "internal/search", "internal/solve", "internal/value", "refine", "refine/gosource", "refine/shape"},
	"check/prove":                       {"check/event", "encode", "internal/descent", "internal/digits", "internal/form", "internal/search", "internal/solve", "internal/z3"},
	"check/samples":                     {"check/config", "check/describe", "check/event", "check/loop", "check/naming", "check/observe", "check/prepare", "check/states", "decode", "decode/tree", "internal/diag", "internal/harness", "internal/harness/build", "internal/harness/codegen", "internal/value", "refine"},
	"check/saved":                       {"check/event", "internal/diag", "internal/wholefile", "refine"},
	"check/states":                      {"annotations", "check/beyond", "check/config", "check/event", "decode", "encode", "encode/vars", "internal/diag", "internal/form", "internal/harness", "internal/harness/codegen", "internal/search", "internal/value", "refine", "refine/gosource", "refine/shape"},
	"cmd/rtest":                         {"annotations/codes", "annotations/syntax", "check", "check/config", "check/engine", "check/event", "check/listing", "check/prepare", "check/samples", "decode/tree", "internal/cache", "internal/diag", "internal/diff", "internal/emit", "internal/fault", "internal/gotest", "internal/harness/process", "internal/harness/rt/concurrent", "internal/infer", "internal/laws", "internal/laws/signature", "internal/lsp", "internal/onsave", "internal/options", "internal/race", "internal/rank", "internal/report", "internal/report/html", "internal/report/sheets", "internal/starter", "internal/wholefile", "refine"},
	"cmd/rtestvet":                      {"rtestvet"},
	"decode":                            {"internal/value", "refine", "refine/gosource", "refine/shape"},
	"decode/tree":                       {},
	"encode":                            {"encode/answers", "encode/interp", "encode/layout", "encode/lift", "encode/models", "encode/place", "encode/sym", "encode/term", "encode/vars", "internal/form", "internal/search", "internal/value", "refine"},
	"encode/analysis":                   {},
	"encode/answers":                    {"encode/layout", "encode/sym", "encode/term"},
	"encode/interp":                     {"encode/analysis", "encode/layout", "encode/vars", "internal/form", "refine"},
	"encode/layout":                     {"internal/form"},
	"encode/lift":                       {"encode/analysis", "encode/answers", "encode/interp", "encode/layout", "encode/sym", "encode/term", "encode/vars", "internal/form", "refine"},
	"encode/models":                     {"encode/layout", "encode/lift", "encode/sym", "encode/term", "internal/form"},
	"encode/place":                      {"encode/layout", "encode/sym", "encode/term", "internal/form", "internal/value"},
	"encode/sym":                        {"encode/layout", "encode/term", "internal/form"},
	"encode/term":                       {"internal/form", "internal/search/interval"},
	"encode/vars":                       {"refine"},
	"internal/arch":                     {},
	"internal/cache":                    {"internal/filelock", "internal/wholefile"},
	"internal/code":                     {},
	"internal/diag":                     {},
	"internal/diff":                     {"check/config", "check/event", "check/observe", "check/prepare", "internal/diag", "internal/fault", "internal/harness", "refine"},
	"internal/descent":                  {"internal/form"},
	"internal/digits":                   {"internal/form"},
	"internal/draw":                     {},
	"internal/duties":                   {"decode/tree", "internal/code", "internal/usage"},
	"internal/effects":                  {"internal/code", "refine"},
	"internal/emit":                     {"check", "check/describe", "check/event", "decode", "decode/tree", "internal/diag", "internal/harness", "internal/harness/codegen", "internal/value", "internal/wholefile", "refine", "refine/gosource"},
	"internal/fault":                    {},
	"internal/filelock":                 {},
	"internal/form":                     {},
	"internal/form/formtest":            {"internal/form"},
	"internal/gotest":                   {"annotations", "internal/cache", "internal/diag", "internal/harness/build", "internal/harness/codegen", "internal/harness/process", "internal/harness/rt/assert", "internal/harness/rt/stack", "internal/rewrite", "refine"},
	"internal/harness":                  {"decode", "decode/tree", "internal/fault", "internal/form", "internal/harness/build", "internal/harness/codegen", "internal/harness/process", "internal/harness/rt/stack", "internal/harness/rt/wire", "internal/mutants", "internal/pace", "internal/rewrite", "internal/search", "internal/value", "internal/watch", "refine"},
	"internal/harness/build":            {"decode/tree", "internal/cache", "internal/filelock", "internal/form", "internal/harness/codegen", "internal/harness/process", "internal/harness/rt", "internal/harness/rt/stack", "internal/harness/rt/wire", "internal/mutants", "internal/rewrite", "internal/search", "internal/watch", "internal/wholefile", "refine"},
	"internal/harness/codegen":          {"decode", "decode/tree", "internal/harness/rt/read", "internal/harness/rt/stack", "internal/harness/rt/wire", "internal/value", "refine", "refine/gosource"},
	"internal/harness/process":          {"internal/fault", "internal/filelock", "internal/harness/rt/wire", "internal/pace", "internal/wall", "internal/wholefile"},
	"internal/harness/rt":               {"internal/harness/rt/evaluate", "internal/harness/rt/explore", "internal/harness/rt/host", "internal/harness/rt/judge", "internal/harness/rt/read", "internal/harness/rt/single", "internal/harness/rt/wire"},
	"internal/harness/rt/assert":        {"internal/harness/rt/explain", "internal/harness/rt/memory", "internal/harness/rt/stack", "internal/harness/rt/wire"},
	"internal/harness/rt/concurrent":    {"internal/harness/rt/sched", "internal/harness/rt/sched/sync", "internal/harness/rt/stack"},
	"internal/harness/rt/evaluate":      {"decode/tree", "internal/harness/rt/explain", "internal/harness/rt/host", "internal/harness/rt/memory", "internal/harness/rt/read", "internal/harness/rt/wire"},
	"internal/harness/rt/explain":       {"decode/tree", "internal/harness/rt/memory", "internal/harness/rt/stack", "internal/harness/rt/wire"},
	"internal/harness/rt/explore":       {"internal/form", "internal/harness/rt/host", "internal/harness/rt/judge", "internal/harness/rt/memory", "internal/harness/rt/read", "internal/harness/rt/stack", "internal/harness/rt/wire", "internal/search"},
	"internal/harness/rt/host":          {"internal/form", "internal/harness/rt/read", "internal/harness/rt/stack", "internal/harness/rt/wire"},
	"internal/harness/rt/judge":         {"decode/tree", "internal/form", "internal/harness/rt/explain", "internal/harness/rt/host", "internal/harness/rt/memory", "internal/harness/rt/read", "internal/harness/rt/stack", "internal/harness/rt/wire", "internal/search"},
	"internal/harness/rt/memory":        {},
	"internal/harness/rt/read":          {"internal/form", "internal/harness/rt/explain", "internal/harness/rt/memory", "internal/harness/rt/stack", "internal/harness/rt/wire"},
	"internal/harness/rt/sched":         {},
	"internal/harness/rt/sched/atomic":  {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/context": {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/io":      {"internal/harness/rt/sched", "internal/harness/rt/sched/sync"},
	"internal/harness/rt/sched/list":    {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/maphash": {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/maps":    {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/net":     {"internal/harness/rt/sched", "internal/harness/rt/sched/sync", "internal/harness/rt/sched/time"},
	"internal/harness/rt/sched/rand":    {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/sync":    {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/time":    {"internal/harness/rt/sched"},
	"internal/harness/rt/sched/weak":    {},
	"internal/harness/rt/single":        {"decode/tree", "internal/harness/rt/explain", "internal/harness/rt/host", "internal/harness/rt/judge", "internal/harness/rt/memory", "internal/harness/rt/read", "internal/harness/rt/stack", "internal/harness/rt/wire"},
	"internal/harness/rt/stack":         {},
	"internal/harness/rt/wire":          {"decode/tree", "internal/form", "internal/harness/rt/stack", "internal/search"},
	"internal/hints":                    {"internal/code", "internal/effects", "internal/hints/texts", "internal/value", "refine"},
	"internal/hints/texts":              {"refine"},
	"internal/infer":                    {"check/config", "check/event", "check/observe", "check/prepare", "internal/diag", "internal/fault", "internal/harness", "internal/wholefile", "refine"},
	"internal/laws":                     {"check/config", "check/event", "check/loop", "check/naming", "check/observe", "check/prepare", "decode/tree", "internal/diag", "internal/harness", "internal/harness/codegen", "internal/laws/signature", "internal/laws/terms", "internal/search", "internal/value", "refine"},
	"internal/laws/signature":           {"annotations/generics", "internal/diag", "refine"},
	"internal/laws/terms":               {},
	"internal/longtest":                 {},
	"internal/lsp":                      {"annotations", "annotations/syntax", "check", "check/config", "check/event", "check/listing", "internal/diag", "internal/fault", "internal/unchanged", "refine"},
	"internal/mutants":                  {"internal/rewrite"},
	"internal/onsave":                   {"annotations", "check/config", "check/event", "check/prepare", "internal/diag", "internal/fault", "internal/report", "internal/unchanged", "refine"},
	"internal/options":                  {"annotations/syntax", "check/config", "check/engine", "check/event", "internal/diag", "internal/report", "internal/value"},
	"internal/oracle":                   {"internal/value", "refine"},
	"internal/oracle/heaps":             {},
	"internal/oracle/heaps/faults":      {},
	"internal/pace":                     {"internal/fault"},
	"internal/probe":                    {},
	"internal/race":                     {"annotations", "check/config", "check/event", "check/prepare", "internal/diag", "internal/fault", "internal/harness/build", "internal/harness/codegen", "internal/harness/process", "internal/harness/rt/concurrent", "internal/race/control", "internal/wholefile", "refine", "refine/gosource"},
	"internal/race/control":             {},
	"internal/rank":                     {"check/config", "check/event", "check/observe", "check/prepare", "internal/harness", "refine"},
	"internal/report":                   {"check/event", "check/loop", "check/samples", "decode/tree", "internal/diag", "internal/fault", "internal/harness", "internal/report/html", "internal/value", "internal/wholefile", "refine"},
	"internal/report/html":              {"decode/tree", "internal/draw", "internal/wholefile"},
	"internal/report/sheets":            {"internal/diff", "internal/infer", "internal/laws", "internal/rank", "internal/report/html"},
	"internal/rewrite":                  {},
	"internal/search":                   {"internal/form", "internal/search/automaton", "internal/search/insoluble", "internal/search/interval", "internal/search/loops", "internal/search/propagate", "internal/search/renaming", "internal/search/ways"},
	"internal/search/automaton":         {"internal/form", "internal/search/interval"},
	"internal/search/insoluble":         {"internal/form", "internal/search/interval", "internal/search/propagate"},
	"internal/search/interval":          {"internal/form"},
	"internal/search/loops":             {},
	"internal/search/propagate":         {"internal/form", "internal/search/interval"},
	"internal/search/renaming":          {"internal/form"},
	"internal/search/ways":              {"internal/form"},
	"internal/smt":                      {},
	"internal/solve":                    {"internal/form", "internal/search", "internal/smt", "internal/z3"},
	"internal/starter":                  {"check/config", "check/prepare", "internal/infer", "internal/wholefile", "refine"},
	"internal/unchanged":                {"check/config", "check/event", "internal/harness/codegen", "refine"},
	"internal/usage":                    {},
	"internal/value":                    {},
	"internal/wall":                     {},
	"internal/watch":                    {"internal/rewrite"},
	"internal/wholefile":                {},
	"internal/z3":                       {"internal/smt"},
	"refine":                            {"internal/diag", "internal/value"},
	"refine/gosource":                   {"internal/value", "refine"},
	"refine/shape":                      {"internal/value", "refine"},
	"rtesting":                          {"annotations", "check", "check/config", "check/event", "check/prepare", "internal/diag", "internal/harness/process", "internal/options", "internal/race", "internal/report"},
	"rtestvet":                          {"annotations", "internal/diag"},
	"rtestvet/golangci":                 {"rtestvet"},
}

// external says which packages may import packages outside the standard library and this module. "C"
// is cgo.
var external = map[string][]string{
	"annotations":          {"golang.org/x/tools/"},
	"annotations/facts":    {"golang.org/x/tools/go/types/typeutil"},
	"annotations/load":     {"golang.org/x/tools/"},
	"annotations/syntax":   {"github.com/alecthomas/participle/v2"},
	"check/prepare":        {"golang.org/x/tools/go/ssa"},
	"check/states":         {"golang.org/x/tools/go/ssa"},
	"check/prove":          {"golang.org/x/tools/go/ssa"},
	"internal/options":     {"github.com/BurntSushi/toml"},
	"cmd/rtestvet":         {"golang.org/x/tools/go/analysis/unitchecker"},
	"rtestvet":             {"golang.org/x/tools/go/analysis"},
	"rtestvet/golangci":    {"github.com/golangci/plugin-module-register/register", "golang.org/x/tools/go/analysis"},
	"cmd/rtest":            {"github.com/BurntSushi/toml"},
	"encode":               {"golang.org/x/tools/go/ssa"},
	"encode/analysis":      {"golang.org/x/tools/go/ssa"},
	"encode/interp":        {"golang.org/x/tools/go/"},
	"encode/lift":          {"golang.org/x/tools/go/ssa"},
	"encode/models":        {"golang.org/x/tools/go/ssa"},
	"encode/sym":           {"golang.org/x/tools/go/ssa"},
	"encode/vars":          {"golang.org/x/tools/go/ssa"},
	"internal/code":        {"golang.org/x/tools/go/ssa"},
	"internal/draw":        {},
	"internal/duties":      {"golang.org/x/tools/go/ssa"},
	"internal/effects":     {"golang.org/x/tools/go/"},
	"internal/hints":       {"golang.org/x/tools/go/"},
	"internal/hints/texts": {"golang.org/x/tools/go/ssa"},
	"internal/laws":        {"golang.org/x/tools/go/ast/astutil"},
	"internal/onsave":      {"golang.org/x/sys/unix"},
	"internal/watch":       {"golang.org/x/tools/go/types/typeutil"},
	"internal/wall":        {"golang.org/x/sys/unix"},
	"internal/z3":          {"C"},
}

func TestImports(t *testing.T) {
	for _, f := range sources(t) {
		of, known := allowed[f.pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table of imports; decide what it may know and add it to %s",
				f.name, f.pkg, "internal/arch/imports_test.go")
			continue
		}
		for _, imp := range f.syntax.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			at := f.fset.Position(imp.Pos())
			if own, ok := strings.CutPrefix(path, module+"/"); ok {
				if !slices.Contains(of, own) {
					t.Errorf("%s: %s may not import %s", at, f.pkg, own)
				}
			} else if foreign(path) && !slices.ContainsFunc(external[f.pkg], func(p string) bool { return strings.HasPrefix(path, p) }) {
				t.Errorf("%s: %s may not import %s", at, f.pkg, path)
			}
		}
	}
}

// foreign reports whether an import path is neither of the standard library nor of this module.
func foreign(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path == "C" || strings.Contains(first, ".")
}

// TestTableHasNoDeadRows keeps the table as long as the tree.
func TestTableHasNoDeadRows(t *testing.T) {
	there := map[string]bool{}
	for _, f := range sources(t) {
		there[f.pkg] = true
	}
	for pkg := range allowed {
		if !there[pkg] {
			t.Errorf("the table has a row for %s, which has no Go files", pkg)
		}
	}
}
