package gotest

import (
	"slices"
	"strings"
	"testing"
)

// TestParse divides arguments as go test does: packages are in one row, and what follows -args belongs
// to the test.
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

// TestFlags has the flags that the go command takes, and knows which of them take a value.
func TestFlags(t *testing.T) {
	all := Flags(t.Context())
	for _, name := range []string{"-race", "-run", "-fuzz", "-bench", "-tags", "-json"} {
		if _, ok := all[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	for name, takes := range all {
		if name != "-args" && takes == slices.Contains(switches, name[1:]) {
			t.Errorf("%s takes a value by go help: %v", name, takes)
		}
	}
}

// TestEnter keeps positions: what follows what is woven in stands where it stood, and results and
// parameters get names only where they have none.
func TestEnter(t *testing.T) {
	const text = "package p\n\nfunc (T) F(_ int, _ string, xs ...int) (bool, error) { return f(xs) }\n\nfunc G(x int) (n int) {\n\tdefer f()\n\treturn x }\n\nfunc H() {}\n\nfunc I() int {return 1}\n"
	s, err := parseSheet("p.go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s.functions(map[string][]wovenFunction{"T.F": {{"enter", "leave", false}}, "G": {{"enterany", "leaveany", true}, {"enter", "leave", false}}, "H": {{"enter", "leave", false}}, "I": {{"enter", "leave", false}}})
	const done = "if rtestg_d0 != nil { *rtestg_d0 = true };"
	want := "package p\n\nfunc (rtestg_v0 T) F(rtestg_p0 int, rtestg_p1 string, xs ...int) (rtestg_r0 bool, rtestg_r1 error) {" +
		"rtestg_s0, rtestg_d0 := enter(rtestg_v0, rtestg_p0, rtestg_p1, xs); defer leave(rtestg_s0, &rtestg_r0, &rtestg_r1);/*line :3:55*/ " +
		"rtestg_r0, rtestg_r1 = /*line :3:63*/f(xs); " + done + " return rtestg_r0, rtestg_r1/*line :3:68*/ }\n\n" +
		"func G(x int) (n int) {rtestg_s0, _ := enterany(&x); defer leaveany(rtestg_s0, &n);rtestg_s1, _ := enter(x); defer leave(rtestg_s1, &n);/*line :5:24*/\n\tdefer f()\n\treturn x }\n\n" +
		"func H() {rtestg_s0, rtestg_d0 := enter(); defer leave(rtestg_s0);/*line :9:11*/;" + done + "}\n\n" +
		"func I() (rtestg_r0 int) {rtestg_s0, rtestg_d0 := enter(); defer leave(rtestg_s0, &rtestg_r0);/*line :11:15*/rtestg_r0 = /*line :11:22*/1; " + done + " return rtestg_r0/*line :11:23*/}\n"
	if got := string(s.bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
