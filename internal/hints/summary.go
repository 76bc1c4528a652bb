package hints

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// summary returns what one function does, without the functions that it calls.
func (a *Program) summary(fn *ssa.Function) *summary {
	if s := a.summaries[fn]; s != nil {
		return s
	}
	s := &summary{}
	a.summaries[fn] = s
	if body := bodyOf(fn); body != nil && a.Module(fn) != "" {
		s.alike = alikeGroups(body)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			s.instruction(a, in)
		}
	}
	return s
}

// patterns are regular expressions: of texts that a function scans or makes, and those that it compiles.
type patterns struct{ scanned, compiled []string }

// A summary is what hints need to know about the body of one function.
type summary struct {
	callees []*ssa.Function
	// reads and writes are fields; unnamed are struct types without a name that have such fields.
	// whole are the types of values passed to code whose source is not loaded. compared are the types
	// of values compared by ==, or as keys of maps.
	reads, writes   []*types.Var
	unnamed         []*types.Struct
	whole, compared []types.Type
	// dynamic are the signatures of calls of function values. external are the types of values from
	// code that was not visited, foreign the result types of functions whose source is not loaded.
	dynamic           []*types.Signature
	external, foreign []types.Type
	// published are the types of values stored in package variables, stored of those stored in what
	// others made. typeArgs are the type arguments of functions whose generic form was visited.
	published, stored, typeArgs []types.Type
	unsafe                      bool
	nilSlice                    bool
	// nilIfaces are the interfaces that are compared with nil.
	nilIfaces   []types.Type
	parses      bool
	rangesRunes bool
	ints        []int64
	floats      []float64
	// thresholds are numbers at which the behaviour changes although the code need not mention them.
	// factors are the units in which it counts. decimal says that the function handles decimal digits.
	thresholds []int64
	factors    []int64
	decimal    bool
	// globals are the package variables that the function mentions. comparesComputed says that
	// it compares computed values with constants.
	globals          []*ssa.Global
	comparesComputed bool
	// chars are characters that the code names singly, letters the characters of words.
	chars   []rune
	letters []rune
	// unusualChars are characters that called functions treat in a way few people expect. classChars
	// are plain characters that they distinguish from letters.
	unusualChars, classChars []rune
	// invalidUTF8 says that the function distinguishes invalid UTF-8.
	invalidUTF8 bool
	// bytes are bytes beyond ASCII at which the function divides all bytes.
	bytes []rune
	words []string
	// divided are the characters by which called functions of the standard library divide texts.
	// alike are the groups of characters that the function's own code treats alike.
	divided, alike [][]rune
	// readers are the called functions of the standard library that read a format.
	readers []*types.Func
	// decoded are the types of values into which texts are decoded.
	decoded []decoding
	// prefixes and suffixes are texts that the function compares with the ends of others. paths are
	// keys of nested lookups.
	prefixes, suffixes []string
	paths              [][]string
	// credentials says that it reads the credentials of a request.
	credentials bool
	patterns    patterns
	asserted    []types.Type
	// sentinels and errorTypes are what errors are compared with, and what is looked for in them.
	sentinels []*types.Var
	// unwraps says that it looks for an error among wrapped errors.
	unwraps    bool
	errorTypes []types.Type
	zero       []*types.TypeName
	// chances are operations whose outcome may differ the next time. ownMaps says that the function
	// has maps that are not part of the input, waits that it lets time pass.
	chances        []refine.Chance
	ownMaps, waits bool
}

// instruction adds what one instruction does.
func (s *summary) instruction(a *Program, in ssa.Instruction) {
	for _, op := range in.Operands(nil) {
		switch x := (*op).(type) {
		case *ssa.Function:
			s.mention(a, x)
		case *ssa.Global:
			s.globals = append(s.globals, x)
		}
	}
	s.boundaryNumbers(in)
	s.keyPath(in)
	s.nondeterminism(a, in)
	switch in := in.(type) {
	case *ssa.FieldAddr:
		s.field(in.X.Type(), in.Field, onlyStored(in))
	case *ssa.Field:
		s.field(in.X.Type(), in.Field, false)
	case *ssa.MakeInterface:
		s.whole = append(s.whole, in.X.Type())
	case *ssa.ChangeType:
		// A type parameter may be converted to an interface, its constraint.
		if _, ok := refine.Struct(in.X.Type()); ok || isParam(in.X.Type()) && types.IsInterface(in.Type()) {
			s.whole = append(s.whole, in.X.Type())
		}
	case *ssa.Convert:
		s.convert(in, a.Module(in.Parent()) == "")
	case *ssa.BinOp:
		s.binary(a, in)
		s.factor(a, in)
	case *ssa.TypeAssert:
		if i, ok := in.X.Type().Underlying().(*types.Interface); ok && i.NumMethods() == 0 {
			s.asserted = append(s.asserted, in.AssertedType)
		}
		s.external = append(s.external, in.AssertedType)
		s.errorAsserted(in.X.Type(), in.AssertedType)
	case *ssa.Lookup:
		s.compared = append(s.compared, in.Index.Type())
		s.keyLookedUp(in.X, in.Index)
		s.keys(a, in.X)
	case *ssa.MapUpdate:
		s.compared = append(s.compared, in.Key.Type())
		s.store(in.Map, in.Key.Type(), in.Value.Type())
		s.keySet(in)
	case *ssa.Store, *ssa.Send, *ssa.Select:
		s.stores(in)
	case *ssa.MultiConvert:
		s.whole = append(s.whole, in.X.Type())
	case *ssa.Range:
		if b, ok := in.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			s.rangesRunes = true
		}
	case *ssa.MakeSlice:
		s.number(in.Len)
		s.number(in.Cap)
	case ssa.CallInstruction:
		s.call(a, in.Parent(), in.Common())
		s.text(in)
	}
}

// stores adds what an instruction stores where others find it.
func (s *summary) stores(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		s.store(in.Addr, in.Val.Type())
	case *ssa.Send:
		s.store(in.Chan, in.X.Type())
	case *ssa.Select:
		for _, state := range in.States {
			if state.Send != nil {
				s.store(state.Chan, state.Send.Type())
			}
		}
	}
}

// mention adds a function that is called or used as a value.
func (s *summary) mention(a *Program, fn *ssa.Function) {
	s.classes(fn)
	if obj := declaredFunction(fn); obj != nil && obj.Pkg() != nil && divides(obj) {
		s.divided = append(s.divided, a.divisions(obj)...)
	}
	if a.Build(fn) {
		if len(fn.Blocks) == 0 {
			s.typeArgs = append(s.typeArgs, fn.TypeArgs()...)
			fn = fn.Origin()
		}
		s.callees = append(s.callees, fn)
		return
	}
	for v := range fn.Signature.Params().Variables() {
		s.whole = append(s.whole, v.Type())
	}
	if recv := fn.Signature.Recv(); recv != nil {
		s.whole = append(s.whole, recv.Type())
	}
	for v := range fn.Signature.Results().Variables() {
		s.foreign = append(s.foreign, v.Type())
	}
}

func (s *summary) field(t types.Type, i int, stored bool) {
	st, ok := refine.Struct(t)
	if !ok {
		return
	}
	if _, named := types.Unalias(refine.Pointed(t)).(*types.Named); !named {
		s.unnamed = append(s.unnamed, st)
	}
	if stored {
		s.writes = append(s.writes, st.Field(i).Origin())
		return
	}
	s.reads = append(s.reads, st.Field(i).Origin())
}

// onlyStored reports whether a field's address is only used for storing.
func onlyStored(v *ssa.FieldAddr) bool {
	for _, ref := range *v.Referrers() {
		if st, ok := ref.(*ssa.Store); !ok || st.Addr != v {
			return false
		}
	}
	return true
}

func (s *summary) binary(a *Program, in *ssa.BinOp) {
	switch in.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		s.compare(in.Op, in.X, in.Y)
		s.compare(in.Op, in.Y, in.X)
		if a.Module(in.Parent()) != "" {
			s.values(a, in.X)
			s.values(a, in.Y)
			if in.Op == token.EQL || in.Op == token.NEQ {
				s.texts(a, in.X, in.Y)
				s.texts(a, in.Y, in.X)
			}
			s.spellings(a, in.X)
			s.spellings(a, in.Y)
		}
	case token.QUO, token.REM, token.AND, token.AND_NOT, token.SHL, token.SHR:
		s.number(in.Y)
		if a.Module(in.Parent()) != "" && (in.Op == token.QUO || in.Op == token.REM) {
			s.values(a, in.Y)
		}
		if k, ok := in.Y.(*ssa.Const); ok && (in.Op == token.AND || in.Op == token.AND_NOT) {
			s.maskByte(k)
		}
	case token.ADD, token.SUB, token.MUL, token.OR, token.XOR:
		s.term(in.X)
		s.term(in.Y)
		if base, ok := distanceBase(in); ok && in.Op == token.SUB {
			s.parses = s.parses || base == '0'
			s.chars = append(s.chars, base)
		}
	}
}

func (s *summary) compare(op token.Token, x, y ssa.Value) {
	switch x.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		s.compared = append(s.compared, x.Type())
		s.parts(y)
	case *types.Interface:
		if !isNil(x) && !isNil(y) {
			s.compared = append(s.compared, x.Type())
		}
	}
	s.sentinel(x.Type(), y)
	k, ok := withoutInterface(y).(*ssa.Const)
	if !ok {
		return
	}
	if i, ok := x.Type().Underlying().(*types.Interface); ok && i.NumMethods() == 0 && k.Value != nil {
		s.asserted = append(s.asserted, k.Type())
	}
	if _, isSlice := x.Type().Underlying().(*types.Slice); isSlice && k.IsNil() {
		s.nilSlice = true
	}
	if types.IsInterface(x.Type()) && k.IsNil() {
		s.nilIfaces = append(s.nilIfaces, x.Type())
	}
	if base, ok := distanceBase(x); ok {
		s.distance(base, k)
	} else if isRawByte(k) && isTableElement(x) {
		s.number(k)
	} else {
		s.number(k)
		// The limits of ranges of bytes beyond ASCII belong to encodings, and do not single out a
		// byte.
		if equality := op == token.EQL || op == token.NEQ; equality || !isRawByte(k) {
			s.constant(k)
			if !equality && k.Value != nil {
				s.unusualChars = append(s.unusualChars, neighbours(k.Value, k.Type())...)
			}
		} else {
			s.maskByte(k)
		}
	}
	if n, ok := types.Unalias(x.Type()).(*types.Named); ok && k.Value != nil && isZero(k.Value) {
		s.zero = append(s.zero, n.Obj())
	}
}

// call adds what a call does, apart from mentioning its callee.
func (s *summary) call(a *Program, caller *ssa.Function, c *ssa.CallCommon) {
	if c.IsInvoke() {
		for _, m := range a.Methods(c.Method.Name()) {
			if fn := a.SSA.FuncValue(m); fn != nil {
				s.mention(a, fn)
				s.external = append(s.external, m.Signature().Recv().Type())
			}
		}
		s.reads = append(s.reads, a.promoted(c.Method.Name())...)
		s.nameConstants(a, c.Method, c.Args)
		for _, arg := range c.Args {
			s.whole = append(s.whole, arg.Type())
		}
		return
	}
	switch callee := c.Value.(type) {
	case *ssa.Function:
		if m := a.Module(caller); m == "" || m != a.Module(callee) || !a.Build(callee) {
			s.otherModule(a, callee, c.Args)
		}
		s.arguments(a, callee, c.Args)
		s.errorsCall(callee, c.Args)
		s.standardCall(a, callee, c.Args)
		s.affixConstants(callee, c.Args)
	case *ssa.Builtin:
		switch callee.Name() {
		case "copy":
			s.store(c.Args[0], c.Args[0].Type())
		case "delete":
			s.compared = append(s.compared, c.Args[1].Type())
			s.keyLookedUp(c.Args[0], c.Args[1])
		case "min", "max":
			for _, arg := range c.Args {
				s.number(arg)
				s.values(a, arg)
			}
		}
	case *ssa.MakeClosure:
		s.arguments(a, callee.Fn.(*ssa.Function), c.Args)
	default:
		s.dynamic = append(s.dynamic, c.Signature())
	}
}
