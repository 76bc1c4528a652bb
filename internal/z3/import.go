//go:build cgo && unix && !nosolver

package z3

/*
#include "shim.h"
*/
import "C"

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/smt"
)

// termsAtOnce is how many terms are made in one call of C. That takes some tenths of a second at
// most.
const termsAtOnce = 1 << 15

// terms returns the indices of terms in the context, after making those that it does not have yet.
func (c *Context) terms(ts []*smt.Term) ([]C.int32_t, error) {
	if c.c == nil {
		return nil, ErrInterrupted
	}
	b := &batch{ctx: c, base: c.c.len}
	for _, t := range ts {
		if err := b.add(t); err != nil {
			b.forget()
			return nil, err
		}
	}
	if err := b.build(); err != nil {
		b.forget()
		return nil, err
	}
	places := make([]C.int32_t, len(ts))
	for i, t := range ts {
		places[i] = c.index[t]
	}
	return places, nil
}

// A batch collects terms that are made together, arguments first.
type batch struct {
	ctx   *Context
	base  C.int32_t
	added []*smt.Term
	nodes []C.rt_node
	args  []C.int32_t
	texts []C.char
}

// add collects a term and its arguments. A full batch is built first.
func (b *batch) add(t *smt.Term) error {
	index := b.ctx.index
	if _, ok := index[t]; ok {
		return nil
	}
	for _, arg := range t.Args() {
		if err := b.add(arg); err != nil {
			return err
		}
	}
	if len(b.nodes) == termsAtOnce {
		if err := b.build(); err != nil {
			return err
		}
		if b.ctx.quits() {
			return ErrInterrupted
		}
	}
	index[t] = b.base + C.int32_t(len(b.nodes))
	b.added = append(b.added, t)
	p, q := t.Index()
	n := C.rt_node{
		op: C.int32_t(code(t)), sort: C.int32_t(t.Sort()),
		p: C.int32_t(p), q: C.int32_t(q), argc: C.int32_t(len(t.Args())),
	}
	if n.op >= C.RT_FPADD {
		n.p = C.int32_t(t.Args()[0].Sort())
	}
	switch n.op {
	case C.RT_NUMBER:
		n.val = C.uint64_t(t.Value().Uint64())
	case C.RT_NUMERAL:
		n.text = b.text(t.Decimal())
	case C.RT_VAR:
		n.text = b.text(t.Name())
	}
	b.nodes = append(b.nodes, n)
	for _, arg := range t.Args() {
		b.args = append(b.args, index[arg])
	}
	return nil
}

// build makes the collected terms, and empties the batch.
func (b *batch) build() error {
	if len(b.nodes) == 0 {
		return nil
	}
	for _, t := range b.added {
		if err := smt.CheckOp(t); err != nil {
			return fmt.Errorf("ill-sorted term: %w", err)
		}
	}
	b.texts = append(b.texts, 0)
	c := b.ctx
	code := C.rt_import(c.c, C.int32_t(len(b.nodes)), first(b.nodes), first(b.args), (*C.char)(first(b.texts)))
	if code != 0 {
		return c.fault("building a term", code)
	}
	*b = batch{ctx: c, base: c.c.len}
	return nil
}

// forget removes the index entries of terms that were not made.
func (b *batch) forget() {
	for _, t := range b.added {
		delete(b.ctx.index, t)
	}
}

// text appends a C string and returns its offset.
func (b *batch) text(s string) C.int32_t {
	at := len(b.texts)
	for i := range len(s) {
		b.texts = append(b.texts, C.char(s[i]))
	}
	b.texts = append(b.texts, 0)
	return C.int32_t(at)
}

// code returns the shim's number for the operation at the root of t, or -1.
func code(t *smt.Term) int {
	codes := [...]int{
		smt.Var: C.RT_VAR,
		smt.Not: C.RT_NOT, smt.And: C.RT_AND, smt.Or: C.RT_OR, smt.Ite: C.RT_ITE,
		smt.Eq: C.RT_EQ, smt.Distinct: C.RT_DISTINCT,
		smt.Neg: C.RT_NEG, smt.Add: C.RT_ADD, smt.Sub: C.RT_SUB, smt.Mul: C.RT_MUL,
		smt.Div: C.RT_DIV, smt.Mod: C.RT_MOD, smt.Lt: C.RT_LT, smt.Le: C.RT_LE,
		smt.BVNot: C.RT_BVNOT, smt.BVNeg: C.RT_BVNEG, smt.BVAnd: C.RT_BVAND, smt.BVOr: C.RT_BVOR,
		smt.BVXor: C.RT_BVXOR, smt.BVAdd: C.RT_BVADD, smt.BVSub: C.RT_BVSUB, smt.BVMul: C.RT_BVMUL,
		smt.BVUDiv: C.RT_BVUDIV, smt.BVURem: C.RT_BVUREM, smt.BVSDiv: C.RT_BVSDIV, smt.BVSRem: C.RT_BVSREM,
		smt.BVShl: C.RT_BVSHL, smt.BVLShr: C.RT_BVLSHR, smt.BVAShr: C.RT_BVASHR,
		smt.BVULt: C.RT_BVULT, smt.BVULe: C.RT_BVULE, smt.BVSLt: C.RT_BVSLT, smt.BVSLe: C.RT_BVSLE,
		smt.Concat: C.RT_CONCAT, smt.Extract: C.RT_EXTRACT, smt.ZeroExt: C.RT_ZEROEXT, smt.SignExt: C.RT_SIGNEXT,
		smt.FPAdd: C.RT_FPADD, smt.FPSub: C.RT_FPSUB, smt.FPMul: C.RT_FPMUL, smt.FPDiv: C.RT_FPDIV, smt.FPSqrt: C.RT_FPSQRT,
		smt.FPFloor: C.RT_FPFLOOR, smt.FPCeil: C.RT_FPCEIL, smt.FPTrunc: C.RT_FPTRUNC, smt.FPEven: C.RT_FPEVEN, smt.FPAway: C.RT_FPAWAY,
		smt.FPEq: C.RT_FPEQ, smt.FPLt: C.RT_FPLT, smt.FPLe: C.RT_FPLE,
		smt.FPOfInt: C.RT_FPOFINT, smt.FPToInt: C.RT_FPTOINT, smt.FPConv: C.RT_FPCONV,
	}
	if t.Op() == smt.Const {
		return constantCode(t)
	}
	if int(t.Op()) >= len(codes) {
		return -1
	}
	return codes[t.Op()]
}

func constantCode(t *smt.Term) int {
	switch {
	case t.IsTrue():
		return C.RT_TRUE
	case t.IsFalse():
		return C.RT_FALSE
	case t.Value().IsUint64():
		return C.RT_NUMBER
	}
	return C.RT_NUMERAL
}
