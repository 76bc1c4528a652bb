package build

import (
	"slices"
	"strings"
	"testing"
)

// traced is what go build -x prints for a package that was edited.
const traced = `WORK=/tmp/go-build1
mkdir -p $WORK/b002/
cat >/tmp/go-build1/b002/importcfg << 'EOF' # internal
# import config
packagefile fmt=/cache/aa-d
EOF
cd /m
/go/pkg/tool/linux_amd64/compile -o $WORK/b002/_pkg_.a -trimpath "/over/p.go=>/m/p.go;$WORK/b002=>" -p m -lang=go1.24 -complete -buildid a/a -pack /over/p.go ./q.go
go tool buildid -w $WORK/b002/_pkg_.a # internal
cat >/tmp/go-build1/b001/importcfg << 'EOF' # internal
packagefile m=/tmp/go-build1/b002/_pkg_.a
EOF
/go/pkg/tool/linux_amd64/compile -o $WORK/b001/_pkg_.a -p main -lang=go1.24 -complete -buildid b/b -pack /over/main.go
cat >/tmp/go-build1/b001/importcfg.link << 'EOF' # internal
packagefile m=/tmp/go-build1/b002/_pkg_.a
modinfo "path\tm\n"
EOF
GOROOT='/go' /go/pkg/tool/linux_amd64/link -o $WORK/b001/exe/a.out -importcfg $WORK/b001/importcfg.link -buildid=c -s -w $WORK/b001/_pkg_.a
mv $WORK/b001/exe/a.out /out
`

func TestReadCommands(t *testing.T) {
	r := readCommands(traced, "m")
	if r == nil {
		t.Fatal("the commands are not found")
	}
	want := []string{"/go/pkg/tool/linux_amd64/compile", "-o", "$WORK/b002/_pkg_.a", "-trimpath", "/over/p.go=>/m/p.go;$WORK/b002=>", "-p", "m", "-lang=go1.24", "-complete", "-buildid", "a/a", "-pack", "/over/p.go", "./q.go"}
	if !slices.Equal(r.Package, want) {
		t.Errorf("the package: %q\nwant %q", r.Package, want)
	}
	if r.Link[0] != "/go/pkg/tool/linux_amd64/link" || packageFolder(r.Package) != "b002" || len(r.Configs) != 3 {
		t.Errorf("%q", r)
	}
	if got := r.Configs["b001/importcfg"]; got != "packagefile m=$WORK/b002/_pkg_.a\n" {
		t.Errorf("the imports of main: %q", got)
	}
	// Changes that need more than these commands are left to the go command.
	for _, change := range []struct{ what, old, by string }{
		{"another package", "cd /m\n", "cd /m\n/go/pkg/tool/linux_amd64/compile -o $WORK/b003/_pkg_.a -p n -complete -pack ./n.go\n"},
		{"assembly", "cd /m\n", "/go/pkg/tool/linux_amd64/asm -p m -o $WORK/b002/s.o ./s.s\n"},
		{"files that are not Go", "-lang=go1.24 -complete -buildid a/a", "-lang=go1.24 -buildid a/a"},
		{"embedded files", "-buildid a/a", "-embedcfg $WORK/b002/embedcfg -buildid a/a"},
		{"an escaped name", "./q.go", `./q\ q.go`},
		{"no link", "/linux_amd64/link", "/linux_amd64/nothing"},
		{"nothing compiled", "/linux_amd64/compile", "/linux_amd64/none"},
		{"no folder", "WORK=", "FOLDER="},
	} {
		text := strings.Replace(traced, change.old, change.by, 1)
		if text == traced {
			t.Fatalf("%s: nothing is changed", change.what)
		}
		if r := readCommands(text, "m"); r != nil {
			t.Errorf("%s: %q", change.what, r)
		}
	}
}
