package encode_test

import (
	"os"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// programs is the module with the programs that check compares with brute
// force.
const programs = "../check/testdata/oracle"

// TestPrograms compares the lifted forms of the exported predicates of these programs with compiled
// ones, as TestNative does.
func TestPrograms(t *testing.T) {
	longtest.Only(t, "compares two hundred programs")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(programs)); err != nil {
		t.Fatal(err)
	}
	ps, _ := loadFrom(t, dir)
	agree(t, dir, ps, 3, 1500)
}
