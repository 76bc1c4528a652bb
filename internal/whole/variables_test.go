package whole

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// A variables is the package variables of which predicates and functions speak: those
// of a package of their own, whose values it leaves itself, or another package, or the
// package under test. They come from a stream of numbers of their own.
type variables struct {
	r *rand.Rand
	// limits, setter and own are what the three packages do with them.
	limits, setter, own strings.Builder
	n                   int
	embeds              bool
}

// forms are the kinds of variables: how one is declared with a value, read, and set.
var forms = []struct{ declare, read string }{
	{"var V%[1]d = %[2]d", "V%[1]d"},
	{"var V%[1]d = map[string]int{\"k\": %[2]d}", "V%[1]d[\"k\"]"},
	{"var V%[1]d = []int{0, %[2]d}", "V%[1]d[1]"},
	{"var V%[1]d = [2]int{0, %[2]d}", "V%[1]d[1]"},
	{"var V%[1]d = struct{ N int }{%[2]d}", "V%[1]d.N"},
	{"var V%[1]d = &struct{ N int }{%[2]d}", "V%[1]d.N"},
	{"var v%[1]d = %[2]d\n\nvar V%[1]d = &v%[1]d", "(*V%[1]d)"},
	{"var V%[1]d = func() int { return %[2]d }", "V%[1]d()"},
	{"var V%[1]d = map[int]*int{1: new(int)}\n\nfunc init() { *V%[1]d[1] = %[2]d }", "(*V%[1]d[1])"},
	{"var V%[1]d, set%[1]d = kept(%[2]d)", "V%[1]d()"},
}

// term declares a variable and returns a term that reads it.
func (v *variables) term() ex {
	i, n := v.n, v.r.IntN(5)-1
	v.n++
	if v.r.IntN(8) == 0 {
		v.embeds = true
		fmt.Fprintf(&v.limits, "//go:embed text.txt\nvar text%[1]d string\n\nfunc Get%[1]d() int { return len(text%[1]d) - %[2]d }\n\n", i, n)
		return same("limits.Get%d()", i)
	}
	k := v.r.IntN(len(forms))
	read := fmt.Sprintf(forms[k].read, i)
	fmt.Fprintf(&v.limits, forms[k].declare+"\n\nfunc Get%[1]d() int { return %[3]s }\n\n", i, n, read)
	set := fmt.Sprintf("limits.%s = %d", read, v.r.IntN(5)-1)
	switch k {
	case 6, 8:
		set = "*limits." + set[len("limits.(*"):]
		set = strings.Replace(set, ")", "", 1)
	case 7:
		set = fmt.Sprintf("limits.V%d = func() int { return %d }", i, v.r.IntN(5)-1)
	case 9:
		fmt.Fprintf(&v.limits, "func Set%[1]d(n int) { set%[1]d(n) }\n\n", i)
		set = fmt.Sprintf("limits.Set%d(%d)", i, v.r.IntN(5)-1)
	}
	if at, to, ok := strings.Cut(set, " = "); ok && k < 6 && k != 1 && v.r.IntN(3) == 0 {
		set = "at := &" + at + "\n\t*at = " + to
	}
	switch v.r.IntN(4) {
	case 0:
		v.setter.WriteString("func init() {\n\t" + set + "\n}\n\n")
	case 1:
		v.own.WriteString("func init() {\n\t" + set + "\n}\n\n")
	case 2:
		v.limits.WriteString("func init() {\n\t" + strings.ReplaceAll(set, "limits.", "") + "\n}\n\n")
	}
	return same("limits.Get%d()", i)
}

// write writes the packages of the variables.
func (v *variables) write(t *testing.T, dir string) {
	embed := ""
	if v.embeds {
		embed = "import _ \"embed\"\n\n"
	}
	write(t, filepath.Join(dir, "limits/p.go"), "package limits\n\n"+embed+"// Used lets others import the package.\nconst Used = true\n\n"+
		"func kept(n int) (func() int, func(int)) {\n\treturn func() int { return n }, func(m int) { n = m }\n}\n\n"+v.limits.String())
	write(t, filepath.Join(dir, "limits/text.txt"), "two")
	imports := ""
	if v.setter.Len() > 0 {
		imports = "import \"example.com/whole/limits\"\n\n"
	}
	write(t, filepath.Join(dir, "setter/p.go"), "package setter\n\n"+imports+v.setter.String())
}
