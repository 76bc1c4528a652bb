package rtesting

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

// A filter is the value of -run or -skip of go test: alternatives, each with a pattern for every element
// of the name of a test.
type filter [][]*regexp.Regexp

// flagFilter returns the value of a flag of go test as a filter, nil for none.
func flagFilter(name string) (filter, error) {
	f := flag.Lookup(name)
	if f == nil || f.Value.String() == "" {
		return nil, nil
	}
	var all filter
	for _, alternative := range splitPattern(f.Value.String()) {
		var elements []*regexp.Regexp
		for _, element := range alternative {
			re, err := regexp.Compile(element)
			if err != nil {
				return nil, fmt.Errorf("-%s: %w", strings.TrimPrefix(name, "test."), err)
			}
			elements = append(elements, re)
		}
		all = append(all, elements)
	}
	return all, nil
}

// splitPattern splits a pattern at | and / outside of brackets and parentheses, as go test does.
func splitPattern(s string) [][]string {
	all, last := [][]string{nil}, 0
	brackets, parentheses := 0, 0
	cut := func(end int) {
		all[len(all)-1] = append(all[len(all)-1], s[last:end])
		last = end + 1
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[':
			brackets++
		case c == ']':
			brackets = max(0, brackets-1)
		case brackets > 0:
		case c == '(':
			parentheses++
		case c == ')':
			parentheses--
		case parentheses != 0:
		case c == '/':
			cut(i)
		case c == '|':
			cut(i)
			all = append(all, nil)
		}
	}
	cut(len(s))
	return all
}

// matches reports whether an alternative matches the elements of a name and has patterns for at most so
// many further elements.
func (f filter) matches(name []string, further int) bool {
	return slices.ContainsFunc(f, func(elements []*regexp.Regexp) bool {
		for i := range min(len(elements), len(name)) {
			if !elements[i].MatchString(name[i]) {
				return false
			}
		}
		return len(elements) <= len(name)+further
	})
}

// narrow returns which functions and types are tested: those that cfg selects, and whose subtests the
// flags of go test select. Name is that of the test.
func (r *run) narrow(name string, cfg config.Config) (functions, types func(pkg, name string) bool, err error) {
	only, err := flagFilter("test.run")
	if err != nil {
		return nil, nil, err
	}
	skip, err := flagFilter("test.skip")
	if err != nil {
		return nil, nil, err
	}
	r.chosen = func(pkg string, function ...string) bool {
		elements := strings.Split(name, "/")
		if r.several {
			elements = append(elements, strings.Split(pkg, "/")...)
		}
		elements = append(elements, function...)
		return (only == nil || only.matches(elements, 1-len(function))) && !skip.matches(elements, 0)
	}
	functions = func(pkg, name string) bool { return cfg.Selects(pkg, name) && r.chosen(pkg, name) }
	types = func(pkg, name string) bool {
		return cfg.Selects(pkg, name) && r.chosen(pkg, (&event.Concurrent{Type: name}).Name())
	}
	return functions, types, nil
}

// selected returns the paths of the packages with possibly selected subtests. An external test package follows
// its package.
func (r *run) selected(list *annotations.Listing) []string {
	var paths []string
	for _, l := range list.Packages() {
		if path := strings.TrimSuffix(l.Path, "_test"); r.chosen(l.Path) && !slices.Contains(paths, path) {
			if !l.External {
				path = l.Path
			}
			paths = append(paths, path)
		}
	}
	return paths
}

// folders counts the folders of the packages of a listing.
func folders(list *annotations.Listing) int {
	dirs := map[string]bool{}
	for _, l := range list.Packages() {
		dirs[l.Dir] = true
	}
	return len(dirs)
}
