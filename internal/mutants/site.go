package mutants

import (
	"go/ast"
	"go/token"
)

// A site is a node with its changes. Shape says how the node is written in the copy that
// holds all mutants.
type site struct {
	node    ast.Node
	shape   shape
	changes []change
	mutants []Mutant
}

// A change replaces the text between two offsets. Op is the new operator, if the change only replaces an
// operator.
type change struct {
	from, to int
	text     string
	what     string
	op       token.Token
}

// A shape is the form of a switch.
type shape uint8

const (
	// shapeOrder, shapeNumber, shapeShift, shapeLogic are operators, called as functions.
	shapeOrder shape = iota
	shapeNumber
	shapeShift
	shapeLogic
	// shapeNot negates a truth, shapeConst has another constant.
	shapeNot
	shapeConst
	// shapeStmt is a statement before which others may be run in its place.
	shapeStmt
)

// others are what operators become.
var others = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
}

// assigned are the operators of assignments.
var assigned = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN,
	token.QUO_ASSIGN: token.MUL_ASSIGN, token.REM_ASSIGN: token.MUL_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.AND_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}
