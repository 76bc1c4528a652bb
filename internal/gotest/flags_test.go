package gotest

import (
	"slices"
	"strings"
	"testing"
)

// TestParse parts arguments as go test does: packages stand in one row, and what follows -args is the
// test's.
func TestParse(t *testing.T) {
	for _, test := range []struct{ args, flags, packages, rest, build string }{
		{"", "", "", "", ""},
		{"./...", "", "./...", "", ""},
		{"-v -run TestX ./a ./b", "-v -run TestX", "./a ./b", "", ""},
		{"-run=TestX -tags x,y -race ./a", "-run=TestX -tags x,y -race", "./a", "", "-tags x,y -race"},
		{"./a -count 1 -json", "-count 1 -json", "./a", "", ""},
		{"--cover --overlay o.json ./a -args -v ./b", "--cover --overlay o.json", "./a", "-args -v ./b", "--overlay o.json"},
		{"-bench . -benchmem -fuzz F -fuzztime 1s", "-bench . -benchmem -fuzz F -fuzztime 1s", "", "", ""},
		{"./a -v more", "-v", "./a", "more", ""},
	} {
		a := Parse(strings.Fields(test.args))
		for _, part := range []struct {
			name string
			got  []string
			want string
		}{{"flags", a.Flags, test.flags}, {"packages", a.Packages, test.packages}, {"rest", a.Rest, test.rest}, {"build flags", a.Build, test.build}} {
			if !slices.Equal(part.got, strings.Fields(part.want)) {
				t.Errorf("%s: the %s are %q, want %q", test.args, part.name, part.got, part.want)
			}
		}
		if want := strings.Contains(test.args, "-json"); a.JSON != want {
			t.Errorf("%s: JSON is %v, want %v", test.args, a.JSON, want)
		}
	}
}

// TestEnter keeps positions: what follows what is woven in stands where it stood, and results and
// parameters get names only where they have none.
func TestEnter(t *testing.T) {
	const text = "package p\n\nfunc (T) F(int, _ string, xs ...int) (bool, error) { return f(xs) }\n\nfunc G(x int) int {\n\treturn x }\n"
	s, err := parseSheet("p.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s.functions(map[string]wovenFunction{"T.F": {"enter", "leave", false}, "G": {"enterany", "leaveany", true}})
	want := "package p\n\nfunc (rtestg_v0 T) F(rtestg_p0 int, rtestg_p1 string, xs ...int) (rtestg_r0 bool, rtestg_r1 error) {" +
		"rtestg_s := enter(rtestg_v0, rtestg_p0, rtestg_p1, xs); defer leave(rtestg_s, &rtestg_r0, &rtestg_r1);/*line :3:53*/ return f(xs) }\n\n" +
		"func G(x int) (rtestg_r0 int) {rtestg_s := enterany(&x); defer leaveany(rtestg_s, &rtestg_r0);/*line :5:20*/\n\treturn x }\n"
	if got := string(s.bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
