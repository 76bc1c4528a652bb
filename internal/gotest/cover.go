package gotest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/cache"
)

// The cover tool of the go command reads files from the disk and ignores overlays. The code that checks
// contracts must not count in the coverage. So with -cover rtest runs each tool for the go command: it shows the
// cover tool the original files, and weaves the checks into the tool's output.

// A weaving has the code to weave into files. The process that runs the cover tool reads it.
type weaving struct {
	// Functions are the checked functions, by file and by key.
	Functions map[string]map[string][]wovenFunction
	// Files are the stored files that exist only in the overlay, by path.
	Files map[string]string
}

// A wovenFunction is a function that calls the code that checks it.
type wovenFunction struct {
	Enter, Leave string
	ByAddress    bool
}

// covers reports whether the flags ask for coverage.
func (a *Arguments) covers() bool {
	return slices.ContainsFunc(a.Flags, func(f string) bool {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		name = strings.TrimPrefix(name, "test.")
		return strings.HasPrefix(f, "-") && strings.HasPrefix(name, "cover") && value != "false"
	})
}

// toolFlag stores the weaving. It returns the flag that makes the go command run its tools through rtest.
func (w *weaver) toolFlag(self []string) (string, error) {
	c, err := cache.Open("assert")
	if err != nil {
		return "", err
	}
	for path := range w.weaving.Files {
		if w.weaving.Files[path], err = w.layer.Stored(path); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(w.weaving)
	if err != nil {
		return "", err
	}
	path, err := c.Store(data, ".json")
	if err != nil {
		return "", err
	}
	var words []string
	for _, word := range append(slices.Clone(self), path) {
		if strings.ContainsAny(word, " \t'") {
			word = strconv.Quote(word)
		}
		words = append(words, word)
	}
	return "-toolexec=" + strings.Join(words, " "), nil
}

// Tool runs a tool of the go command. args are the path of the stored weaving, the tool and its arguments. It
// returns the exit code.
func Tool(ctx context.Context, args []string, to io.Writer) int {
	code, err := runTool(ctx, args, to)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rtest:", err)
		return 2
	}
	return code
}

func runTool(ctx context.Context, args []string, to io.Writer) (int, error) {
	if len(args) < 2 {
		return 0, fmt.Errorf("the go command named no tool")
	}
	spec, tool, args := args[0], args[1], args[2:]
	if strings.TrimSuffix(filepath.Base(tool), ".exe") != "cover" {
		return passTool(ctx, tool, args, to, "")
	}
	if slices.Equal(args, []string{"-V=full"}) {
		// The go command considers covered files up to date while the tool's version is the same.
		return passTool(ctx, tool, args, to, " rtest="+strings.TrimSuffix(filepath.Base(spec), ".json"))
	}
	data, err := os.ReadFile(spec)
	if err != nil {
		return 0, err
	}
	var w weaving
	if err := json.Unmarshal(data, &w); err != nil {
		return 0, fmt.Errorf("reading %s: %w", spec, err)
	}
	return w.cover(ctx, tool, args, to)
}

// cover runs the cover tool on the original files, and weaves checks into its output.
func (w *weaving) cover(ctx context.Context, tool string, args []string, to io.Writer) (int, error) {
	at := slices.Index(args, "-outfilelist")
	if at < 0 || at+1 >= len(args) {
		return passTool(ctx, tool, args, to, "")
	}
	list, err := os.ReadFile(args[at+1])
	if err != nil {
		return 0, err
	}
	outs := strings.Split(strings.TrimSuffix(string(list), "\n"), "\n")
	n := len(args) - (len(outs) - 1)
	if len(outs) == 0 || n <= at+1 {
		return passTool(ctx, tool, args, to, "")
	}
	flags, ins := slices.Clone(args[:n]), args[n:]
	files, kept := []string{}, outs[:1]
	for i, in := range ins {
		if stored := w.Files[in]; stored != "" {
			text, err := os.ReadFile(stored)
			if err == nil {
				err = os.WriteFile(outs[i+1], text, 0o666)
			}
			if err != nil {
				return 0, err
			}
			continue
		}
		files, kept = append(files, in), append(kept, outs[i+1])
	}
	flags[at+1] = args[at+1] + ".tree"
	if err := os.WriteFile(flags[at+1], []byte(strings.Join(kept, "\n")+"\n"), 0o666); err != nil {
		return 0, err
	}
	code, err := passTool(ctx, tool, append(flags, files...), to, "")
	if code != 0 || err != nil {
		return code, err
	}
	for i, in := range files {
		if err := w.weave(in, kept[i+1]); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// weave makes the functions of a file call the code that checks them. It works on the output of the cover tool.
func (w *weaving) weave(in, out string) error {
	functions := w.Functions[in]
	if len(functions) == 0 {
		return nil
	}
	text, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	s, err := parseSheet(out, text)
	if err != nil {
		return err
	}
	s.functions(functions)
	return os.WriteFile(out, s.bytes(), 0o666)
}
