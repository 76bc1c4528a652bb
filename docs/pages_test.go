package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestPages keeps the pages, and README.md, to what the archives have: the info string of a
// code block names the archive of which it is a part, as in ```go sigs. The
// lines of a block stand in it one behind the other; a line "..." leaves some
// out. Blocks that are no example of rtest name what they are: sh, ebnf, yaml, toml.
//
// With -update a part that the archive has no more is replaced by the lines of
// it that are most like it: read the difference before it is committed.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	pages = append(pages, filepath.Join("..", "README.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	seen := map[string]bool{}
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, b := range blocks(text) {
			if fixed := checkBlock(t, page, b, seen); *update {
				text = strings.Replace(text, b.text, fixed, 1)
			}
		}
		if text != string(data) {
			if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range archives(t) {
		if base := strings.TrimSuffix(filepath.Base(name), ".txtar"); !seen[base] {
			t.Errorf("no page has an example of %s.txtar", base)
		}
	}
}

// checkBlock checks a block and returns its expected text.
func checkBlock(t *testing.T, page string, b block, seen map[string]bool) string {
	t.Helper()
	at := fmt.Sprintf("%s:%d", page, b.line)
	if len(b.info) == 1 && slices.Contains([]string{"sh", "ebnf", "yaml", "toml"}, b.info[0]) {
		return b.text
	}
	if len(b.info) != 2 {
		t.Errorf("%s: the info string of a code block is %q: want a language and an archive", at, b.info)
		return b.text
	}
	seen[b.info[1]] = true
	data, err := os.ReadFile(filepath.Join("testdata", b.info[1]+".txtar"))
	if err != nil {
		t.Errorf("%s: %v", at, err)
		return b.text
	}
	archive := strings.Split(string(data), "\n")
	var parts []string
	from := 0
	for part := range strings.SplitSeq(strings.TrimSuffix(b.text, "\n"), "\n...\n") {
		lines := strings.Split(part, "\n")
		i := index(archive[from:], lines)
		if i < 0 && !*update {
			t.Errorf("%s: %s.txtar lacks\n%s", at, b.info[1], part)
			return b.text
		}
		if i < 0 {
			i = nearest(archive[from:], lines)
			lines = archive[from+i : from+i+len(lines)]
		}
		parts = append(parts, strings.Join(lines, "\n"))
		from += i + len(lines)
	}
	return strings.Join(parts, "\n...\n") + "\n"
}

// index is where part begins in lines, or -1.
func index(lines, part []string) int {
	for i := range len(lines) - len(part) + 1 {
		if slices.Equal(lines[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

// nearest is where the lines begin that have most of part's words.
func nearest(lines, part []string) int {
	best, at := -1, 0
	for i := range len(lines) - len(part) + 1 {
		score := 0
		for j, line := range part {
			words := strings.Fields(lines[i+j])
			for _, w := range strings.Fields(line) {
				if slices.Contains(words, w) {
					score++
				}
			}
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

type block struct {
	line int
	info []string
	text string
}

// blocks returns the fenced code blocks of a page.
func blocks(page string) []block {
	var all []block
	var open *block
	n := 0
	for line := range strings.Lines(page) {
		n++
		info, fence := strings.CutPrefix(strings.TrimRight(line, "\n"), "```")
		switch {
		case !fence && open != nil:
			open.text += line
		case fence && open == nil:
			open = &block{line: n, info: strings.Fields(info)}
		case fence:
			all = append(all, *open)
			open = nil
		}
	}
	return all
}

// link is a link of Markdown; the parts are the page and the heading.
var link = regexp.MustCompile(`\]\(([^)#:\s]*)(?:#([^)\s]*))?\)`)

// TestLinks follows each link of a page to another page or heading.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, page := range append(pages, filepath.Join("..", "README.md")) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, b := range blocks(text) {
			text = strings.Replace(text, b.text, "", 1)
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))
			}
			target, err := os.ReadFile(to)
			if info, statErr := os.Stat(to); err != nil && (statErr != nil || !info.IsDir()) {
				t.Errorf("%s: %v", page, err)
			} else if m[2] != "" && !slices.Contains(headings(string(target)), m[2]) {
				t.Errorf("%s: %s has no heading #%s", page, to, m[2])
			}
		}
	}
}

// headings returns the names under which links find the headings of a page.
func headings(page string) []string {
	var all []string
	for line := range strings.Lines(page) {
		level := strings.TrimLeft(line, "#")
		if len(level) == len(line) || !strings.HasPrefix(level, " ") {
			continue
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(level))
		all = append(all, name)
	}
	return all
}
