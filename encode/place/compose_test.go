package place

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
)

// TestComposed composes texts of the constants of a reader of ranges.
func TestComposed(t *testing.T) {
	words := []string{"bytes=", "-", "127", "-129", "a word that is longer than a piece may be"}
	var all []string
	for seed := range uint64(4) {
		o := newOutOfBounds(&Beyond{Composed: seed + 1, Words: words, Chars: []rune{'='}})
		shape := &value.String{}
		list := o.texts(shape, []rune("ab-01"))
		if again := o.texts(shape, nil); len(again) != 0 {
			t.Errorf("without an alphabet there are %d texts", len(again))
		}
		if !slices.EqualFunc(list, newOutOfBounds(o.Beyond).texts(shape, []rune("ab-01")), slices.Equal) {
			t.Error("the same seed composes other texts")
		}
		for _, w := range list {
			if len(w) > matchedLength {
				t.Errorf("%q is too long", string(w))
			}
			if bad := strings.Trim(string(w), "abytes=-0123456789"); bad != "" {
				t.Errorf("%q has other characters than the constants", string(w))
			}
			all = append(all, string(w))
		}
	}
	row := func(s string) bool { return strings.Count(s, "-") == 2 && strings.Trim(s, "01-") == "" && s[0] != '-' }
	first := func(s string) bool { return strings.HasPrefix(s, "bytes=-") }
	changed := func(s string) bool { return strings.HasPrefix(s, "byte") && !strings.HasPrefix(s, "bytes") }
	for name, is := range map[string]func(string) bool{"rows": row, "words first": first, "words changed": changed} {
		if !slices.ContainsFunc(all, is) {
			t.Errorf("no %s among %q", name, all)
		}
	}
}

// TestComposedKeyed composes texts of a word that is a key with a value.
func TestComposedKeyed(t *testing.T) {
	some := map[string]bool{}
	for seed := range uint64(3) {
		o := newOutOfBounds(&Beyond{Composed: seed + 1, Words: []string{"q="}, Patterns: []string{"[0-9]|NaN"}})
		for _, w := range o.composed(&value.String{}, []rune("ab;,=01")) {
			some[string(w)] = true
		}
	}
	for _, want := range []string{"a;q=NaN", "b;q=NaN"} {
		if !some[want] {
			t.Errorf("%q is none of the texts", want)
		}
	}
}

// TestComposedFixed composes texts of an alphabet that a user gave.
func TestComposedFixed(t *testing.T) {
	o := newOutOfBounds(&Beyond{Composed: 1, Words: []string{"bytes=", "ab", "127"}, Chars: []rune{'='}})
	for _, w := range o.texts(&value.String{Fixed: true}, []rune("ab1")) {
		if strings.Trim(string(w), "ab1") != "" {
			t.Errorf("%q is not over the alphabet", string(w))
		}
	}
}

// TestVaried changes a text in one place.
func TestVaried(t *testing.T) {
	const text = "0.0.0.0"
	o := newOutOfBounds(&Beyond{Composed: 1, Varied: true, Words: []string{text}})
	list := o.texts(&value.String{}, []rune("ab.01"))
	seen, kinds := map[int]bool{}, map[bool]bool{}
	for _, w := range list {
		s := string(w)
		seen[len(s)-len(text)] = true
		i := 0
		for i < min(len(s), len(text)) && s[i] == text[i] {
			i++
		}
		if strings.Contains(s, text+text) || len(longest(s)) > 4 {
			kinds[len(longest(s)) > 4] = true
			continue
		}
		if rest := text[min(len(text), i+1):]; !strings.HasSuffix(s, rest) && !strings.HasSuffix(s, text[i:]) {
			t.Errorf("%q differs in more than one place", s)
		}
	}
	if !kinds[false] || !kinds[true] {
		t.Errorf("no text twice or with a long number among %d texts", len(list))
	}
	if !seen[-1] || !seen[0] || !seen[1] {
		t.Errorf("not all kinds of changes among %d texts", len(list))
	}
}

// longest is the longest row of digits in a text.
func longest(s string) (most string) {
	for _, row := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || '9' < r }) {
		if len(row) > len(most) {
			most = row
		}
	}
	return most
}

// TestPatterns composes texts that regular expressions match.
func TestPatterns(t *testing.T) {
	pattern := `v?([0-9]{1,3})(?:\.\d+)*(-[a-c_x]+|\+[^a-z ]{2})?[[:upper:]]`
	whole := regexp.MustCompile(`^(?:` + pattern + `)$`)
	c := &composer{rand: rand.New(rand.NewPCG(1, 1)), numbers: [][]rune{{'0'}, {'1'}}, patterns: parsed([]string{"(", pattern}), taken: map[*syntax.Regexp]int{}}
	if len(c.patterns) != 1 {
		t.Fatalf("of a pattern and of what is none there are %d", len(c.patterns))
	}
	seen := map[string]bool{}
	for range 200 {
		text := string(c.match(matchedLength))
		seen[text] = true
		if len(text) < matchedLength && !whole.MatchString(text) {
			t.Errorf("%q does not match", text)
		}
	}
	if len(seen) < 100 {
		t.Errorf("there are only %d texts", len(seen))
	}
}

// TestPatternsOfWords composes texts that regular expressions match and that have a word where a class is repeated.
func TestPatternsOfWords(t *testing.T) {
	for pattern, want := range map[string]string{
		`<[a-z]+>`: "<green>", `<.*>`: "<green>", `<[a-z]{4,6}>`: "<green>", `(<[^ ]+>)+`: "<green>",
		`<[a-z]{2,3}>`: "", `<[a-d]+>`: "", `<[a-z]>`: "",
	} {
		c := &composer{rand: rand.New(rand.NewPCG(1, 1)), words: [][]rune{[]rune("green")}, patterns: parsed([]string{pattern}), taken: map[*syntax.Regexp]int{}}
		found := ""
		for range 50 {
			if text := string(c.match(matchedLength)); strings.Contains(text, "<green>") {
				found = "<green>"
			}
		}
		if found != want {
			t.Errorf("of %s: %q, want %q", pattern, found, want)
		}
	}
}
