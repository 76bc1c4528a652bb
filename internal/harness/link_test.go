package harness

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLinked(t *testing.T) {
	file := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(file, []byte("GOPROXY=direct\nGOFLAGS=-mod=mod -ldflags=-X=main.v=1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		flags, env []string
		want       bool
	}{
		{nil, []string{"GOENV=off"}, false},
		{[]string{"-race", "-tags=ldflags"}, []string{"GOENV=off"}, false},
		{[]string{"-race", "-ldflags=-X main.v=1"}, []string{"GOENV=off"}, true},
		{[]string{"--ldflags", "-X main.v=1"}, []string{"GOENV=off"}, true},
		{nil, []string{"GOENV=off", "GOFLAGS=-mod=mod '-ldflags=-X main.v=1'"}, true},
		{nil, []string{"GOFLAGS=-ldflags=-w", "GOFLAGS=-mod=mod", "GOENV=off"}, false},
		{nil, []string{"GOENV=" + file}, true},
		{nil, []string{"GOENV=" + file, "GOFLAGS=-mod=mod"}, false},
	}
	for _, tt := range tests {
		if got := linked(tt.flags, tt.env); got != tt.want {
			t.Errorf("linked(%q, %q) = %v", tt.flags, tt.env, got)
		}
	}
}
