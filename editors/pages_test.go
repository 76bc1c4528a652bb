// Package editors tests the pages about editors: the configurations in them are given to the real
// editors.
package editors

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// half has a contract that fails.
const half = `package m

// Half halves.
//
//rtest:ensures result < 2
func Half(x int) int { return x / 2 }
`

// TestVimMake tests the contracts of the current folder with :make.
func TestVimMake(t *testing.T) {
	vim := need(t, "vim")
	s := newSession(t)
	config := "filetype plugin on\n" + block(t, "vim.md", "makeprg")
	s.vim(vim, config, `
edit `+s.file+`
silent make
call writefile(map(getqflist(), {_, d -> fnamemodify(bufname(d.bufnr), ':t') . ':' . d.lnum . ':' . d.col . ' ' . d.text}), $RESULT)
`)
	s.want("a.go:5:17 Half: ensures result < 2 fails\n")
}

// TestVimALE saves a file with ALE, the Debian package vim-ale.
func TestVimALE(t *testing.T) {
	vim := need(t, "vim")
	s := newSession(t)
	if out := s.vim(vim, "silent! packadd! ale", "call writefile([exists('*ale#Set')], $RESULT)"); s.result() != "1\n" {
		t.Skipf("vim has no ALE, so its configuration is NOT TESTED (apt-get install vim-ale)\n%s", out)
	}
	s.vim(vim, "filetype plugin on\npackadd! ale\n"+block(t, "vim.md", "ale#linter#Define"), `
edit `+s.file+`
sleep 1
write
let i = 0
while i < 1000 && empty(getloclist(0))
  sleep 100m
  let i += 1
endwhile
call writefile(map(getloclist(0), {_, d -> d.lnum . ':' . d.col . ' ' . d.text[:43]}), $RESULT)
`)
	s.want("5:17 ensures: Half: ensures result < 2 fails Half\n")
}

// TestEglot runs a contract under Eglot; testdata/eglot.el says how.
func TestEglot(t *testing.T) {
	emacs := need(t, "emacs")
	s := newSession(t)
	out := s.run(emacs, "-q", "--batch", "--eval", `(progn
	  (dolist (dir '("/usr/share/emacs/site-lisp/elpa/" "/usr/share/emacs/site-lisp/elpa-src/"))
	    (when (file-directory-p dir) (let ((default-directory dir)) (normal-top-level-add-subdirs-to-load-path))))
	  (unless (require 'eglot nil t) (append-to-file "no eglot" nil (getenv "RESULT")) (kill-emacs))
	  (unless (require 'go-mode nil t) (define-derived-mode go-mode prog-mode "Go")))`,
		"--eval", "(progn "+block(t, "emacs.md", "eglot-server-programs")+")", "-l", filepath.Join(s.here, "testdata", "eglot.el"))
	if s.result() == "no eglot" {
		t.Skip("Emacs has no Eglot, so its configuration is NOT TESTED (Emacs 29 has it, or apt-get install elpa-eglot)")
	}
	if got := s.result(); !strings.HasPrefix(got, "5 ") || !strings.Contains(got, "Half: ensures result < 2 fails\n") || !strings.Contains(got, "`//rtest:ensures P`") {
		t.Errorf("Emacs says %q\n%s", got, out)
	}
}

// need returns the path of an editor; without it the test is left out.
func need(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed, so its configuration is NOT TESTED", name)
	}
	return path
}

// block returns the code block of a page in which a text occurs.
func block(t *testing.T, page, text string) string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range strings.Split(string(data), "```") {
		if i%2 == 1 && strings.Contains(b, text) {
			_, code, _ := strings.Cut(b, "\n")
			return code
		}
	}
	t.Fatalf("%s has no code with %q", page, text)
	return ""
}

// A session is an editor with a home and a module of its own.
type session struct {
	t                *testing.T
	here, dir, file  string
	resultFile, path string
	cache            string
}

func newSession(t *testing.T) *session {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, dir: dir, file: filepath.Join(dir, "m", "a.go"), resultFile: filepath.Join(dir, "result")}
	if s.here, err = os.Getwd(); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "bin")
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "rtest"), "../cmd/rtest").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	s.cache, s.path = strings.TrimSpace(string(cache)), bin+string(os.PathListSeparator)+os.Getenv("PATH")
	s.write(s.file, half)
	s.write(filepath.Join(dir, "m", "go.mod"), "module example.com/m\n\ngo 1.24\n")
	return s
}

func (s *session) write(path, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// run starts an editor and waits for its end.
func (s *session) run(editor string, args ...string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, editor, args...)
	cmd.Dir = filepath.Dir(s.file)
	cmd.Env = append(os.Environ(), "PATH="+s.path, "HOME="+s.dir, "XDG_CACHE_HOME="+filepath.Join(s.dir, "cache"),
		"GOCACHE="+s.cache, "RESULT="+s.resultFile, "FILE="+s.file)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s: %v\n%s%s", editor, err, out, s.result())
	}
	return string(out)
}

// vim starts Vim with a configuration and has it follow a script.
func (s *session) vim(vim, config, script string) string {
	s.t.Helper()
	vimrc, steps := filepath.Join(s.dir, "vimrc"), filepath.Join(s.dir, "steps.vim")
	s.write(vimrc, "set nocompatible\n"+config)
	s.write(steps, script+"\nqall!\n")
	return s.run(vim, "--not-a-term", "-n", "-N", "-i", "NONE", "-u", vimrc, "-S", steps)
}

// result is what the editor has written.
func (s *session) result() string {
	data, err := os.ReadFile(s.resultFile)
	if err != nil {
		return ""
	}
	return string(data)
}

func (s *session) want(text string) {
	s.t.Helper()
	if got := s.result(); got != text {
		s.t.Errorf("the editor says %q, want %q", got, text)
	}
}
