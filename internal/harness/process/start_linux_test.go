package process

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestKilledAtStart has a program that somebody kills before it is ready, and one that exits by itself: only the
// first one is started again.
func TestKilledAtStart(t *testing.T) {
	for _, test := range []struct {
		name, end, state string
		starts           int
	}{
		{"killed", "kill -9 $$", "signal: killed", 2},
		{"exits", "exit 3", "exit status 3", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			program, starts := filepath.Join(dir, "program"), filepath.Join(dir, "starts")
			if err := os.WriteFile(program, []byte("#!/bin/sh\necho start >> "+starts+"\n"+test.end+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			p := &Program{Path: program, Dir: dir, Env: os.Environ(), Timeout: time.Second}
			_, err := p.Start(t.Context(), false)
			if failed, ok := errors.AsType[*InitFailure](err); !ok || failed.State != test.state {
				t.Errorf("the error is %v, want %s", err, test.state)
			}
			if text, _ := os.ReadFile(starts); len(text) != test.starts*len("start\n") {
				t.Errorf("it was started %d times, want %d", len(text)/len("start\n"), test.starts)
			}
		})
	}
}
