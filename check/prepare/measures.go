package prepare

import (
	"context"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
	"github.com/rtest-dev/rtest/refine/shape"
)

// CodeMeasure is the code of the diagnostic for a measure that cannot be lifted.
const CodeMeasure diag.Code = "measure"

// measureFile has, for each measure, a predicate that calls it.
const measureFile = "rtest_generated_measures_test.go"

// measureDepth is the depth of the inputs with which measures are lifted. Loops and recursion take
// more than one turn at this depth.
const measureDepth = 2

// Diagnostics returns the diagnostics of the package. If there is no error among them, it adds
// those of its measures.
func (r *Package) Diagnostics(ctx context.Context) ([]diag.Diagnostic, error) {
	all := r.Pkg.Diags
	if r.Pkg.Broken || slices.ContainsFunc(all, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return all, nil
	}
	own, err := r.measures(ctx)
	return diag.Sort(slices.Concat(all, own)), err
}

// measures reports the measures of the package that cannot be lifted, at their positions.
func (r *Package) measures(ctx context.Context) ([]diag.Diagnostic, error) {
	if len(r.Pkg.Measures) == 0 {
		return nil, nil
	}
	f := gosource.New(r.Pkg.Types, gosource.Options{Version: codegen.Version, Prefix: "rtest_measure"})
	shapes := make([][]value.Shape, len(r.Pkg.Measures))
	why := make([]string, len(r.Pkg.Measures))
	for i, m := range r.Pkg.Measures {
		if shapes[i], why[i] = r.measurable(m); why[i] == "" {
			writeMeasure(f, i, m)
		}
	}
	data, err := f.Bytes()
	if err != nil {
		return nil, err
	}
	pkg, err := r.Prog.SSA(r.Pkg, []annotations.ExtraFile{{Name: measureFile, Src: data}})
	if err != nil {
		return nil, err
	}
	known := r.variables()
	var diags []diag.Diagnostic
	for i, m := range r.Pkg.Measures {
		if why[i] == "" {
			p := &Plan{Contract: m}
			preds := []encode.Predicate{{Fn: pkg.Func(measureName(i))}}
			q, err := encode.Encode(ctx, encode.Inputs{Names: p.Contract.InputNames(), Shapes: shapes[i], Preds: preds, Vars: known}, encode.Options{Depth: measureDepth})
			if err != nil {
				why[i] = err.Error()
			} else if len(q.Opaque) > 0 {
				why[i] = q.Opaque[0].Why
			}
		}
		if why[i] != "" {
			diags = append(diags, diag.Diagnostic{
				Pos: m.Pos, Severity: diag.Error, Code: CodeMeasure,
				Message: fmt.Sprintf("the measure %s cannot be lifted: %s", m.Name, why[i]),
			})
		}
	}
	return diag.Sort(diags), nil
}

// measurable returns the shapes of a measure's inputs, or says why there are none.
func (r *Package) measurable(m *refine.Contract) ([]value.Shape, string) {
	if m.Unsupported != "" {
		return nil, m.Unsupported
	}
	if len(m.Results) == 0 {
		return nil, "it has no result"
	}
	h := r.hintsOf(m)
	h.ReadsAllFields = true
	shapes, err := shape.Shapes(m, r.Pkg.Facts, r.shapeOptions(h))
	if err != nil {
		return nil, err.Error()
	}
	if path, why := shape.Unsupported(m.Inputs(), shapes); why != nil {
		return nil, path + " is " + why.Why
	}
	return shapes, ""
}

func measureName(i int) string { return fmt.Sprint("rtest_measured", i) }

// writeMeasure writes a predicate whose value depends on the result of the measure.
func writeMeasure(f *gosource.File, i int, m *refine.Contract) {
	var params []gosource.Param
	var args []string
	for j, v := range m.Inputs() {
		params = append(params, gosource.Param{Name: fmt.Sprint("rtest_in", j), Type: f.Type(v.Type)})
		args = append(args, fmt.Sprint("rtest_in", j))
	}
	fun := m.Func.Name()
	if m.Recv != nil {
		fun, args = args[0]+"."+fun, args[1:]
	} else if len(m.TypeArgs) > 0 {
		var targs []string
		for _, t := range m.TypeArgs {
			targs = append(targs, f.Type(t))
		}
		fun += "[" + strings.Join(targs, ", ") + "]"
	}
	call := fun + "(" + strings.Join(args, ", ")
	if m.Variadic {
		call += "..."
	}
	var vars, tests []string
	for j, v := range m.Results {
		vars = append(vars, fmt.Sprint("rtest_out", j))
		tests = append(tests, dependingCondition(f, vars[j], v.Type))
	}
	body := strings.Join(vars, ", ") + " := " + call + ")\nreturn " + strings.Join(tests, " || ")
	f.Func(measureName(i), params, f.Type(types.Typ[types.Bool]), body)
}

// dependingCondition returns a condition that depends on the operand x of type t.
func dependingCondition(f *gosource.File, x string, t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Signature, *types.Pointer, *types.Interface, *types.Chan:
		return x + " == nil"
	}
	return f.Equal(t) + "(" + x + ", *new(" + f.Type(t) + "))"
}
