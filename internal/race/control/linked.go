package control

import (
	"go/ast"
	"regexp"
	"strings"
)

// runtimeFunctions are those of the runtime to which code links its own names, with what stands for them.
// Their results depend on the process, on chance, or on the processor.
var runtimeFunctions = map[string]string{
	"memhash": "Hash", "strhash": "HashString", "memhash32": "Hash32", "memhash64": "Hash64",
	"fastrand": "Random32", "cheaprand": "Random32", "fastrandn": "Random32n", "cheaprandn": "Random32n",
	"fastrand64": "Random", "rand": "Random",
	"nanotime": "Nanotime", "procPin": "Pin", "procUnpin": "Unpin", "procyield": "Spin",
}

// linkname is the directive that links a name of the file.
var linkname = regexp.MustCompile(`(?m)^//go:linkname (\S+)(?: (\S+))?$`)

// linked has a function without a body that is linked to one of the runtime call what stands for it.
func (x *fileWriter) linked(d *ast.FuncDecl) {
	to, is := "", false
	for _, m := range linkname.FindAllSubmatch(x.Text, -1) {
		if string(m[1]) == d.Name.Name {
			to, is = string(m[2]), true
		}
	}
	if !is {
		return // Its body is in assembly.
	}
	pkg, name, _ := strings.Cut(to, ".")
	stands := runtimeFunctions[strings.TrimPrefix(name, "runtime_")]
	if pkg != "runtime" && pkg != "sync" || stands == "" || d.Recv != nil || d.Type.TypeParams != nil {
		x.refuse(d.Pos(), d.Name.Name+" is linked to what cannot be seen")
		return
	}
	for _, c := range x.Syntax.Comments {
		for _, line := range c.List {
			m := linkname.FindStringSubmatch(line.Text)
			above := d.Doc != nil && line.Pos() >= d.Doc.Pos() && line.End() <= d.Doc.End()
			if m != nil && m[1] == d.Name.Name || above && strings.HasPrefix(line.Text, "//go:") {
				x.replace(x.offset(line.Pos()), x.offset(line.End()), "//")
			}
		}
	}
	var args []string
	for _, field := range d.Type.Params.List {
		for _, name := range field.Names {
			args = append(args, name.Name)
		}
		if len(field.Names) == 0 {
			args = append(args, x.name())
			x.open(x.offset(field.Pos()), args[len(args)-1]+" ")
		}
	}
	call := scheduler + "." + stands + "(" + strings.Join(args, ", ") + ")"
	if d.Type.Results.NumFields() > 0 {
		call = "return " + call
	}
	x.close(x.offset(d.End()), " { "+call+" }")
}
