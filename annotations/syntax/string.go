package syntax

import "strings"

// printed returns what one of the printers writes.
func printed[T any](print func(*strings.Builder, T), x T) string {
	var b strings.Builder
	print(&b, x)
	return b.String()
}

// Expressions.
func (x *Name) String() string      { return printed(printExpr, Expr(x)) }
func (x *Literal) String() string   { return printed(printExpr, Expr(x)) }
func (x *Paren) String() string     { return printed(printExpr, Expr(x)) }
func (x *Select) String() string    { return printed(printExpr, Expr(x)) }
func (x *Index) String() string     { return printed(printExpr, Expr(x)) }
func (x *Slice) String() string     { return printed(printExpr, Expr(x)) }
func (x *Assert) String() string    { return printed(printExpr, Expr(x)) }
func (x *Call) String() string      { return printed(printExpr, Expr(x)) }
func (x *Composite) String() string { return printed(printExpr, Expr(x)) }
func (x *Star) String() string      { return printed(printExpr, Expr(x)) }
func (x *Unary) String() string     { return printed(printExpr, Expr(x)) }
func (x *Binary) String() string    { return printed(printExpr, Expr(x)) }
func (x *Chain) String() string     { return printed(printExpr, Expr(x)) }
func (x *Implies) String() string   { return printed(printExpr, Expr(x)) }
func (x *Iff) String() string       { return printed(printExpr, Expr(x)) }
func (x *Cond) String() string      { return printed(printExpr, Expr(x)) }
func (x *In) String() string        { return printed(printExpr, Expr(x)) }
func (x *Is) String() string        { return printed(printExpr, Expr(x)) }
func (x *Range) String() string     { return printed(printExpr, Expr(x)) }
func (x *Quant) String() string     { return printed(printExpr, Expr(x)) }
func (x *List) String() string      { return printed(printExpr, Expr(x)) }
func (x *Bad) String() string       { return printed(printExpr, Expr(x)) }

// Plain types.
func (x *NamedType) String() string     { return printed(printType, TypeExpr(x)) }
func (x *PointerType) String() string   { return printed(printType, TypeExpr(x)) }
func (x *ArrayType) String() string     { return printed(printType, TypeExpr(x)) }
func (x *MapType) String() string       { return printed(printType, TypeExpr(x)) }
func (x *FuncType) String() string      { return printed(printType, TypeExpr(x)) }
func (x *StructType) String() string    { return printed(printType, TypeExpr(x)) }
func (x *InterfaceType) String() string { return printed(printType, TypeExpr(x)) }

// Refined types.
func (x *RefSet) String() string      { return printed(printRefType, RefType(x)) }
func (x *RefName) String() string     { return printed(printRefType, RefType(x)) }
func (x *RefSlice) String() string    { return printed(printRefType, RefType(x)) }
func (x *RefArray) String() string    { return printed(printRefType, RefType(x)) }
func (x *RefPointer) String() string  { return printed(printRefType, RefType(x)) }
func (x *RefMap) String() string      { return printed(printRefType, RefType(x)) }
func (x *RefVariadic) String() string { return printed(printRefType, RefType(x)) }
func (x *RefFunc) String() string     { return printed(printRefType, RefType(x)) }
func (x *RefStruct) String() string   { return printed(printRefType, RefType(x)) }
func (x *RefParen) String() string    { return printed(printRefType, RefType(x)) }
func (x *RefBad) String() string      { return printed(printRefType, RefType(x)) }

// Directives.
func (x *TypeDef) String() string  { return printed(printBody, Body(x)) }
func (x *Def) String() string      { return printed(printBody, Body(x)) }
func (x *Import) String() string   { return printed(printBody, Body(x)) }
func (x *Sig) String() string      { return printed(printBody, Body(x)) }
func (x *Pred) String() string     { return printed(printBody, Body(x)) }
func (x *Let) String() string      { return printed(printBody, Body(x)) }
func (x *Flag) String() string     { return printed(printBody, Body(x)) }
func (x *With) String() string     { return printed(printBody, Body(x)) }
func (x *Values) String() string   { return printed(printBody, Body(x)) }
func (x *Classify) String() string { return printed(printBody, Body(x)) }
func (x *Skip) String() string     { return printed(printBody, Body(x)) }
func (x *Depth) String() string    { return printed(printBody, Body(x)) }
func (x *Ints) String() string     { return printed(printBody, Body(x)) }
func (x *Chars) String() string    { return printed(printBody, Body(x)) }
func (x *Inputs) String() string   { return printed(printBody, Body(x)) }
func (x *Timeout) String() string  { return printed(printBody, Body(x)) }
func (x *OneOf) String() string    { return printed(printBody, Body(x)) }
func (x *Via) String() string      { return printed(printBody, Body(x)) }
func (x *State) String() string    { return printed(printBody, Body(x)) }
func (x *IsType) String() string   { return printed(printBody, Body(x)) }
