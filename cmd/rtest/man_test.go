package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestManual compares the manual page with docs/rtest.1, and has groff read it if it is installed.
func TestManual(t *testing.T) {
	got := (&tool{}).manual()
	file := filepath.Join("..", "..", "docs", "rtest.1")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || got != string(want) {
		t.Errorf("docs/rtest.1 is not what rtest help -man writes (%v); -update writes it", err)
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("there is no groff")
	}
	cmd := exec.Command("groff", "-man", "-Tutf8", "-ww", "-P-cbou", file)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	shown, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("groff: %v\n%s", err, complaints.String())
	}
	for _, command := range commands {
		if !strings.Contains(string(shown), "RTEST "+strings.ToUpper(command)) {
			t.Errorf("the manual has no section about %s", command)
		}
	}
}
