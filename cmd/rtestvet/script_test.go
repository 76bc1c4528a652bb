package main

import (
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test program the command rtestvet, which go vet starts by its path.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rtestvet": main})
}

func TestScripts(t *testing.T) {
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS").Output()
	if err != nil {
		t.Fatal(err)
	}
	var env map[string]string
	if err := json.Unmarshal(out, &env); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			for name, v := range env {
				e.Setenv(name, v)
			}
			return nil
		},
	})
}
