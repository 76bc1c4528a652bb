package oracle_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/oracle"
	"github.com/rtest-dev/rtest/refine"
)

// compiled runs the predicates; the outcomes come predicate by predicate.
func compiled(t *testing.T, w *oracle.World, dir string, ps []*posed) []byte {
	var b bytes.Buffer
	b.WriteString("package world\n\nimport (\"math\"; \"os\"; \"testing\")\n\nvar _ = math.Pi\n\n" + runOutcomes + "\nfunc TestRun(t *testing.T) {\n\tvar out []byte\n")
	for k, p := range ps {
		fmt.Fprintf(&b, "\tout = pred%d(out)\n", k)
		_ = p
	}
	b.WriteString("\tif err := os.WriteFile(os.Getenv(\"OUTCOMES\"), out, 0o666); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n")
	for k, p := range ps {
		fmt.Fprintf(&b, "\nfunc pred%d(out []byte) []byte {\n\tfor _, a := range []struct{", k)
		var args []string
		for i, v := range p.vars {
			fmt.Fprintf(&b, " a%d %s;", i, refine.TypeName(v.Type, w.Package()))
			args = append(args, fmt.Sprintf("a.a%d", i))
		}
		b.WriteString(" }{\n")
		for _, vals := range p.vals {
			b.WriteString("\t\t{")
			for i, v := range vals {
				b.WriteString(oracle.GoSource(p.vars[i].Type, v) + ", ")
			}
			b.WriteString("},\n")
		}
		fmt.Fprintf(&b, "\t} {\n\t\tout = append(out, run(func() bool { return Pred%d(%s) }))\n\t}\n", k, strings.Join(args, ", "))
		b.WriteString("\treturn out\n}\n")
	}
	write(t, filepath.Join(dir, "main_test.go"), b.String())
	cmd := exec.Command("go", "test", "-vet=off", "-count=1", "-gcflags=-N -l", ".")
	cmd.Dir = dir
	outcomes := filepath.Join(dir, "outcomes")
	cmd.Env = append(os.Environ(), "OUTCOMES="+outcomes, "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out[:min(len(out), 3000)])
	}
	out, err := os.ReadFile(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const runOutcomes = `func run(p func() bool) (c byte) {
	defer func() {
		if recover() != nil {
			c = 'P'
		}
	}()
	if p() {
		return 'T'
	}
	return 'F'
}
`

func write(t testing.TB, path, data string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}
