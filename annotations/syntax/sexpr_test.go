package syntax

import (
	"fmt"
	"go/token"
	"reflect"
	"strings"
	"time"
)

// sexpr writes a tree with all its parentheses and without places: each node as
// its type and its fields in order, names and literals as themselves.
func sexpr(x any) string {
	var b strings.Builder
	writeTree(&b, reflect.ValueOf(x))
	return b.String()
}

func writeTree(b *strings.Builder, v reflect.Value) {
	if !writeLeaf(b, v.Interface()) {
		writeParts(b, v)
	}
}

// writeLeaf writes a node that is shown as its text, and reports whether x is one.
func writeLeaf(b *strings.Builder, x any) bool {
	switch x := x.(type) {
	case *Name:
		b.WriteString(x.Ident.Name)
		return true
	case Ident:
		if x.Name == "" {
			b.WriteString("-")
		}
		b.WriteString(x.Name)
		return true
	case *Literal:
		fmt.Fprintf(b, "%s:%s", x.Kind, x.Text)
		return true
	case *NamedType:
		if x.Pkg.Name == "" && len(x.Args) == 0 {
			b.WriteString(x.Name.Name)
			return true
		}
	case *RefName:
		if x.Pkg.Name == "" && len(x.TypeArgs) == 0 && !x.HasArgs {
			b.WriteString(x.Name.Name)
			return true
		}
	case token.Token:
		b.WriteString(x.String())
		return true
	case time.Duration:
		b.WriteString(x.String())
		return true
	}
	return false
}

func writeParts(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("-")
			return
		}
		writeTree(b, v.Elem())
	case reflect.Struct:
		b.WriteString("(" + v.Type().Name())
		for i := range v.NumField() {
			switch v.Field(i).Type() {
			case reflect.TypeFor[Span](), reflect.TypeFor[token.Pos](), reflect.TypeFor[[]token.Pos]():
				continue
			}
			b.WriteString(" ")
			writeTree(b, v.Field(i))
		}
		b.WriteString(")")
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(" ")
			}
			writeTree(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprint(b, v.Interface())
	}
}
