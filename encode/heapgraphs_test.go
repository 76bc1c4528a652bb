package encode_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// linkedTypes are types that refer to each other through slices, maps, arrays and pointers, with
// functions that follow the references.
const linkedTypes = `package heaps

type S struct {
	Out []*S
	H   *SH
}

type SH struct{ G *S }

type M struct{ Of map[bool]*MH }

type MH struct{ G *M }

type A struct{ Two [2]*A; H *AH }

type AH struct{ B bool }

func (g *S) to(i int) *S {
	if g == nil || i >= len(g.Out) {
		return nil
	}
	return g.Out[i]
}

func (g *S) of(i int) *SH {
	if g == nil {
		return nil
	}
	return g.H
}

func (h *SH) up(g *S) *S {
	if h == nil {
		return g
	}
	return h.G
}

func (h *SH) is() bool { return h == nil || h.G != nil && h.G.H == h }

func (g *M) of(i int) *MH {
	if g == nil {
		return nil
	}
	return g.Of[i == 0]
}

func (g *M) to(i int) *M { return g.of(i).up(nil) }

func (h *MH) up(g *M) *M {
	if h == nil {
		return g
	}
	return h.G
}

func (h *MH) is() bool { return h != nil && h.G != nil && len(h.G.Of) > 0 }

func (g *A) to(i int) *A {
	if g == nil {
		return nil
	}
	return g.Two[i]
}

func (g *A) of(i int) *AH {
	if g == nil {
		return nil
	}
	return g.H
}

func (h *AH) up(g *A) *A {
	if h == nil || h.B {
		return g
	}
	return nil
}

func (h *AH) is() bool { return h != nil && h.B }
`

// linked is a predicate over p and q, and a walk x from p.
func (g *heapMaker) linked(kind string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "x, n, seen := p, 0, map[*%s]bool{}\n_, _, _ = x, n, seen\n", kind)
	for range 1 + g.IntN(2) {
		switch g.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "for x != nil && !seen[x] {\nseen[x] = true\nif %s {\nreturn %v\n}\nx = %s\n}\n", g.said(), g.IntN(2) == 0, g.node("x", 1+g.IntN(2)))
		case 1:
			fmt.Fprintf(&b, "for ; n < %d && x != nil; n++ {\nx = %s\n}\n", 1+g.IntN(3), g.node("x", 1))
		case 2:
			fmt.Fprintf(&b, "if %s {\nreturn %v\n}\n", g.said(), g.IntN(2) == 0)
		}
	}
	fmt.Fprintf(&b, "return %s\n", g.said())
	return b.String()
}

func (g *heapMaker) node(from string, steps int) string {
	if steps == 0 {
		return from
	}
	if g.IntN(2) == 0 {
		return fmt.Sprintf("%s.to(%d)", g.node(from, steps-1), g.IntN(2))
	}
	return fmt.Sprintf("%s.of(%d).up(%s)", g.node(from, steps-1), g.IntN(2), from)
}

func (g *heapMaker) said() string {
	one := func() string { return g.node([]string{"p", "x"}[g.IntN(2)], g.IntN(3)) }
	switch g.IntN(6) {
	case 0:
		return one() + " == " + one()
	case 1:
		return one() + " != nil"
	case 2:
		return fmt.Sprintf("q == %s.of(%d)", one(), g.IntN(2))
	case 3:
		return fmt.Sprintf("%s.of(%d).is()", one(), g.IntN(2))
	case 4:
		return fmt.Sprintf("len(seen) > %d", g.IntN(2))
	}
	return "!(" + g.said() + ") && q.is()"
}

// TestLinkedHeaps compares random predicates over heaps of two shared types, lifted and interpreted, with
// compiled Go, and the solutions of the search with those of Z3.
func TestLinkedHeaps(t *testing.T) {
	g := &heapMaker{rand.New(rand.NewPCG(17, 0))}
	src := linkedTypes
	for i := range longtest.Cases(18, 200) {
		kind := []string{"S", "M", "A"}[i%3]
		src += fmt.Sprintf("\n//shared %[1]s %[1]sH\nfunc P%[2]d(p *%[1]s, q *%[1]sH) bool {\n%[3]s}\n", kind, i, g.linked(kind))
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "heaps", "heaps.go"), src)
	ps, _ := loadFrom(t, dir)
	agree(t, dir, ps, 2, 4000)
	if solved, ok := agreeWithZ3(t, ps); ok && solved < 60 {
		t.Errorf("only %d solutions compared", solved)
	}
}
