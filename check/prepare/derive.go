package prepare

import (
	"context"
	"errors"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Limits of the search for derived fields.
const (
	deriveDepth     = 2
	deriveMost      = 20_000
	deriveStall     = 2_000
	deriveWork      = 500_000
	deriveFields    = 8
	deriveFunctions = 2_000
	// deriveFollowed is a depth at which the preconditions should still lift if the fields are no
	// greater than the depth.
	deriveFollowed = 4
)

// A storedField is an integer field of a struct type that occurs in the inputs.
type storedField struct {
	of    *types.Var
	name  string
	field []*value.Field
}

// derive finds the fields that the preconditions determine from the rest of the input, such as a
// stored size. The depth does not bound these fields.
//
// A field is derived under two conditions. A precondition compares it for equality with a term that
// is not constant, and there is a proof that no two inputs differ in this field only. If each of
// two fields determines the other, neither is derived. Nor is a field whose whole range would be
// searched in vain. The result has the names of the fields.
func (r *Package) derive(ctx context.Context, p *Plan, lifted *Lifting) ([]string, error) {
	fields := storedFields(p.Shapes, r.Pkg.Types)
	compared := comparedFields(lifted.Preds)
	fields = slices.DeleteFunc(fields, func(f *storedField) bool { return !compared[f.of] })
	if len(fields) == 0 || len(fields) > deriveFields {
		return nil, nil
	}
	var err error
	b := &proofBudget{left: proofMost}
	fixed := func(fs ...*storedField) bool {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil || b.left <= 0 {
			return false
		}
		var ok bool
		ok, err = r.determinedByRest(ctx, p, lifted, fs, b)
		return ok
	}
	found := determinedFields(fields, fixed)
	if err == nil && len(found) > 0 {
		var lost bool
		if lost, err = r.betterBounded(ctx, p, lifted, found); lost {
			return nil, err
		}
	}
	var names []string
	for _, f := range found {
		f.set(true)
		names = append(names, f.name)
	}
	return names, err
}

// determinedFields returns the fields that the rest determines, in order. A field found so far is
// left unbounded when the others are examined again: a bound on it may leave no value for another.
func determinedFields(fields []*storedField, fixed func(fs ...*storedField) bool) []*storedField {
	if len(fields) > 1 && fixed(fields...) {
		return fields
	}
	var known []*storedField
	with := func(fs ...*storedField) bool { return fixed(append(slices.Clone(known), fs...)...) }
	for {
		var found []*storedField
		for _, f := range fields {
			if !slices.Contains(known, f) && with(f) {
				found = append(found, f)
			}
		}
		if len(found) > 1 && !with(found...) {
			found = slices.DeleteFunc(slices.Clone(found), func(f *storedField) bool {
				return slices.ContainsFunc(found, func(g *storedField) bool { return f != g && !with(f, g) })
			})
			if len(found) > 1 && !with(found...) {
				found = nil
			}
		}
		if len(found) == 0 {
			return slices.DeleteFunc(slices.Clone(fields), func(f *storedField) bool { return !slices.Contains(known, f) })
		}
		known = append(known, found...)
	}
}

func (f *storedField) set(derived bool) {
	for _, x := range f.field {
		x.Derived = derived
	}
}

// betterBounded reports whether it is better to bound the fields by the depth. Two conditions must
// hold: their values stay within a small depth anyway, like indices of a list in an array, and some
// precondition does not lift at a greater depth. Then every value would be tried.
func (r *Package) betterBounded(ctx context.Context, p *Plan, lifted *Lifting, fields []*storedField) (bool, error) {
	for _, f := range fields {
		f.set(true)
		defer f.set(false)
	}
	pose := func(depth int) (*Problem, error) {
		return r.pose(ctx, p, p.Shapes, lifted, encode.Options{Depth: min(depth, p.Limits.Depth), Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}})
	}
	q, err := pose(deriveDepth)
	if err != nil {
		return false, err
	}
	q.Form.Below = true
	if further, err := exceeds(ctx, q.Form, uint64(deriveDepth)); further || err != nil {
		return false, err
	}
	deeper, err := pose(deriveFollowed)
	if errors.Is(err, encode.ErrTooLarge) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for i, why := range deeper.Opaque {
		if why != "" && q.Opaque[i] == "" {
			return true, nil
		}
	}
	return false, nil
}

// exceeds reports whether one of the first solutions of a form has a value of a magnitude greater
// than the limit. It looks at variables with the whole range of their kind only.
func exceeds(ctx context.Context, f *form.Form, than uint64) (bool, error) {
	s, err := search.New(f)
	if err != nil {
		return false, err
	}
	s.Options = search.Options{Stall: deriveStall, Work: deriveWork, Quit: Ended(ctx)}
	left := deriveMost
	for x := range s.Solutions() {
		sol := form.ReadSolution(f, x)
		for i, at := range sol.At {
			if hasWholeRange(&f.Vars[at]) && form.Magnitude(sol.Data[i]) > than {
				return true, nil
			}
		}
		if left--; left == 0 {
			break
		}
	}
	return false, nil
}

// determinedByRest reports whether the rest of every input determines the fields. The inputs of a
// small depth refute most candidates cheaply; the others need a proof.
func (r *Package) determinedByRest(ctx context.Context, p *Plan, lifted *Lifting, fields []*storedField, b *proofBudget) (bool, error) {
	for _, f := range fields {
		f.set(true)
		defer f.set(false)
	}
	for depth := min(deriveDepth, p.Limits.Depth); depth > 0; depth-- {
		q, err := r.pose(ctx, p, p.Shapes, lifted, encode.Options{Depth: depth, Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}})
		if err != nil {
			return false, err
		}
		b.chargeForm(len(q.Form.Nodes))
		q.Form.Below = true
		if fixed, all := unique(ctx, q.Form, b); !fixed {
			return false, ctx.Err()
		} else if all {
			return r.proveDetermined(ctx, p, lifted, q, b)
		}
	}
	return false, nil
}

// unique reports whether variables with the whole range of their kind follow from the others. No
// two solutions of a form may differ only in such variables, and some solution must have one. All
// is false if there are too many solutions to decide.
func unique(ctx context.Context, f *form.Form, b *proofBudget) (ok, all bool) {
	s, err := search.New(f)
	if err != nil {
		return false, true
	}
	s.Options = search.Options{Stall: deriveStall, Work: deriveWork, Quit: Ended(ctx)}
	defer func() { b.left -= s.Stats().Work }()
	seen := map[string]bool{}
	met := false
	for x := range s.Solutions() {
		sol := form.ReadSolution(f, x)
		met = met || slices.ContainsFunc(sol.At, func(at int) bool { return hasWholeRange(&f.Vars[at]) })
		key := sol.Without(f, hasWholeRange)
		if seen[key] {
			return false, true
		}
		seen[key] = true
		if len(seen) == deriveMost {
			return true, false
		}
	}
	return met, s.Stalled() == nil
}

// hasWholeRange reports whether a data variable has the whole range of its kind.
func hasWholeRange(v *form.Var) bool {
	if v.Kind == form.Bool || v.ByMagnitude || len(v.Dom) != 1 {
		return false
	}
	return v.Dom[0] == v.Kind.Bounds()
}

// storedFields returns the integer fields in the shapes that the depth bounds.
func storedFields(shapes []value.Shape, pkg *types.Package) []*storedField {
	var list []*storedField
	seen := map[value.Shape]bool{}
	var visit func(s value.Shape)
	visit = func(s value.Shape) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		switch s := s.(type) {
		case *value.Struct:
			t, ok := s.T.Underlying().(*types.Struct)
			for i := range s.Fields {
				f := &s.Fields[i]
				visit(f.Shape)
				if n, isInt := f.Shape.(*value.Int); ok && isInt && n.Ranges == nil && !f.Derived {
					list = addStored(list, t.Field(f.Index).Origin(), refine.TypeName(s.T, pkg)+"."+f.Name, f)
				}
			}
		case *value.Func:
		default:
			for _, part := range s.Parts() {
				visit(part.Shape)
			}
		}
	}
	for _, s := range shapes {
		visit(s)
	}
	return list
}

func addStored(list []*storedField, v *types.Var, name string, f *value.Field) []*storedField {
	for _, s := range list {
		if s.of == v {
			s.field = append(s.field, f)
			return list
		}
	}
	return append(list, &storedField{v, name, []*value.Field{f}})
}

// comparedFields returns the fields that the predicates, and the functions they call, compare for
// equality with something that is not constant.
func comparedFields(preds []encode.Predicate) map[*types.Var]bool {
	found := map[*types.Var]bool{}
	seen := map[*ssa.Function]bool{}
	var todo []*ssa.Function
	add := func(fn *ssa.Function) {
		if !seen[fn] && len(seen) < deriveFunctions {
			seen[fn] = true
			todo = append(todo, fn)
		}
	}
	for _, p := range preds {
		add(p.Fn)
	}
	for len(todo) > 0 {
		fn := todo[0]
		todo = todo[1:]
		if fn.Pkg != nil {
			fn.Pkg.Build()
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if callee, ok := (*op).(*ssa.Function); ok {
						add(callee)
					}
				}
				if x, ok := in.(*ssa.BinOp); ok && (x.Op == token.EQL || x.Op == token.NEQ) {
					addCompared(found, x.X, x.Y)
					addCompared(found, x.Y, x.X)
				}
			}
		}
	}
	return found
}

// addCompared adds the field that x reads, unless it is compared with a constant.
func addCompared(to map[*types.Var]bool, x, with ssa.Value) {
	if _, constant := with.(*ssa.Const); constant {
		return
	}
	if v := fieldOf(x); v != nil {
		to[v] = true
	}
}

// fieldOf returns the field that a value reads, or nil.
func fieldOf(v ssa.Value) *types.Var {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return fieldOf(v.X)
		}
	case *ssa.Convert:
		return fieldOf(v.X)
	case *ssa.ChangeType:
		return fieldOf(v.X)
	case *ssa.FieldAddr:
		if ptr, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			return structField(ptr.Elem(), v.Field)
		}
	case *ssa.Field:
		return structField(v.X.Type(), v.Field)
	}
	return nil
}

func structField(t types.Type, i int) *types.Var {
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s.Field(i).Origin()
	}
	return nil
}
