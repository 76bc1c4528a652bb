package syntax

import "strings"

// printType writes t in canonical form.
func printType(b *strings.Builder, t TypeExpr) {
	switch t := t.(type) {
	case *NamedType:
		printQualified(b, t.Pkg, t.Name)
		if len(t.Args) > 0 {
			printAll(b, "[", t.Args, "]")
		}
	case *PointerType:
		printAll(b, "*", t.Elem)
	case *ArrayType:
		if t.Counted {
			printAll(b, "[...]", t.Elem)
			return
		}
		printAll(b, "[", t.Len, "]", t.Elem)
	case *MapType:
		printAll(b, "map[", t.Key, "]", t.Elem)
	case *FuncType:
		printFuncType(b, t)
	case *StructType:
		b.WriteString("struct{")
		for i, n := range t.Names {
			if i > 0 {
				b.WriteString("; ")
			}
			if n.Name != "" {
				printAll(b, n.Name, " ")
			}
			printAll(b, t.Types[i])
		}
		b.WriteString("}")
	case *InterfaceType:
		b.WriteString("interface{}")
	}
}

func printQualified(b *strings.Builder, pkg, name Ident) {
	if pkg.Name != "" {
		printAll(b, pkg.Name, ".")
	}
	b.WriteString(name.Name)
}

func printFuncType(b *strings.Builder, f *FuncType) {
	b.WriteString("func(")
	for i, t := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		if f.Variadic && i == len(f.Params)-1 {
			b.WriteString("...")
		}
		printType(b, t)
	}
	b.WriteString(")")
	switch len(f.Results) {
	case 0:
	case 1:
		printAll(b, " ", f.Results[0])
	default:
		printAll(b, " (", f.Results, ")")
	}
}

// printOperand writes a type before an operator that could be parsed as a part of the last type in
// it. It puts that type into parentheses. The last type is a function type without results, as in
// [](func())(x), or, before brackets or a dot (selected), a name, as in [](T)[0].
func printOperand(b *strings.Builder, t TypeExpr, selected bool) {
	last := lastType(t)
	open := false
	switch l := last.(type) {
	case *FuncType:
		open = len(l.Results) == 0
	case *NamedType:
		open = selected && len(l.Args) == 0
	}
	var text, end strings.Builder
	printType(&text, t)
	if !open || last == t {
		b.WriteString(text.String())
		return
	}
	printType(&end, last)
	b.WriteString(strings.TrimSuffix(text.String(), end.String()) + "(" + end.String() + ")")
}

// lastType returns the type at the end of t.
func lastType(t TypeExpr) TypeExpr {
	switch t := t.(type) {
	case *PointerType:
		return lastType(t.Elem)
	case *ArrayType:
		return lastType(t.Elem)
	case *MapType:
		return lastType(t.Elem)
	case *FuncType:
		if len(t.Results) == 1 {
			return lastType(t.Results[0])
		}
	case *NamedType, *StructType, *InterfaceType:
	}
	return t
}

// printRefType writes t in canonical form.
func printRefType(b *strings.Builder, t RefType) {
	switch t := t.(type) {
	case *RefSet:
		printAll(b, "{", t.Var.Name, " ", t.Base, " | ", t.Pred, "}")
	case *RefName:
		printQualified(b, t.Pkg, t.Name)
		if len(t.TypeArgs) > 0 {
			printAll(b, "[", t.TypeArgs, "]")
		}
		if t.HasArgs {
			printAll(b, "(", t.Args, ")")
		}
	case *RefSlice:
		printAll(b, "[]", t.Elem)
	case *RefArray:
		printAll(b, "[", t.Len, "]", t.Elem)
	case *RefPointer:
		printAll(b, "*", t.Elem)
	case *RefMap:
		printAll(b, "map[", t.Key, "]", t.Elem)
	case *RefVariadic:
		printAll(b, "...", t.Elem)
	case *RefFunc:
		printRefFunc(b, t)
	case *RefStruct:
		b.WriteString("struct{")
		printList(b, t.Fields, "; ", printParam)
		b.WriteString("}")
	case *RefParen:
		printAll(b, "(", t.X, ")")
	case *RefBad:
		b.WriteString("<bad>")
	}
}

// printRefFunc keeps the parentheses around a single result where they distinguish a list from a
// type: for a name, or a type with parentheses of its own.
func printRefFunc(b *strings.Builder, f *RefFunc) {
	b.WriteString("func")
	printParams(b, f.Params)
	if len(f.Results) == 0 {
		return
	}
	b.WriteString(" ")
	first := f.Results[0]
	if _, paren := first.Type.(*RefParen); len(f.Results) == 1 && first.Name.Name == "" && !paren {
		printRefType(b, first.Type)
		return
	}
	printParams(b, f.Results)
}

func printParams(b *strings.Builder, params []Param) {
	b.WriteString("(")
	printList(b, params, ", ", printParam)
	b.WriteString(")")
}

func printParam(b *strings.Builder, p Param) {
	if p.Name.Name != "" {
		printAll(b, p.Name.Name, " ")
	}
	printRefType(b, p.Type)
}
