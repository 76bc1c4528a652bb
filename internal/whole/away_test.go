package whole

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mayBeAway tells whether the contract of f may stand in another package: what it
// speaks of is exported, and nothing makes f a function with a contract in its own.
func (g *generator) mayBeAway(f *fn) bool {
	for _, p := range append(slices.Clone(f.params), path{t: f.result}) {
		for _, t := range append(p.t.reach(), p.t) {
			if t.law.c != "" || t.stored != "" || t.built != nil || t.named && t.name[0] >= 'a' {
				return false
			}
			if slices.ContainsFunc(t.fields, func(f field) bool { return f.name[0] >= 'a' }) {
				return false
			}
		}
	}
	text := strings.Join(f.lines, " ")
	for _, e := range f.entries {
		text += " " + e
	}
	return !unexported.MatchString(text)
}

// unexported finds helpers, macros and aliases of the package.
var unexported = regexp.MustCompile(`\b(limits|lengthOf|total\w+|shape\w+|[MR]\d+)\b`)

// exported finds names that no dot stands before.
var exported = regexp.MustCompile(`(^|[^.\w])([A-Z]\w*)`)

// qualified is a text of the package as another says it.
func (g *generator) qualified(text string) string {
	ours := map[string]bool{}
	for _, t := range slices.Concat(g.structs, g.named, g.sums, g.leaves, g.enums) {
		ours[t.name] = true
		for _, c := range t.consts {
			ours[c] = true
		}
	}
	for _, t := range g.generic {
		ours[t.name] = true
	}
	return exported.ReplaceAllStringFunc(text, func(s string) string {
		m := exported.FindStringSubmatch(s)
		if ours[m[2]] {
			return m[1] + "target." + m[2]
		}
		return s
	})
}

// contracts is the package with the contracts that stand in another one, empty
// where there are none.
func (g *generator) contracts() string {
	var b strings.Builder
	for _, f := range g.fns {
		if !f.away {
			continue
		}
		name := f.name
		if f.receiver {
			name = f.named()
		} else {
			name = "target." + name
		}
		if f.generic {
			name += f.arguments()
		}
		fmt.Fprintf(&b, "%svar _ = %s\n\n", g.qualified(f.directives()), g.qualified(name))
	}
	if b.Len() == 0 {
		return ""
	}
	return "package contracts\n\nimport \"example.com/whole/target\"\n\n" + b.String()
}

// tested are the packages that rtest is asked about.
func tested(dir string) []string {
	if _, err := os.Stat(filepath.Join(dir, "contracts")); err == nil {
		return []string{"./target", "./contracts"}
	}
	return []string{"./target"}
}
