package control

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"
)

// runtimeFunctions maps functions of the runtime that code links its own names to, to their
// replacements in the scheduler. Their results depend on the process, on chance, or on the processor.
var runtimeFunctions = map[string]string{
	"memhash": "Hash", "strhash": "HashString", "memhash32": "Hash32", "memhash64": "Hash64",
	"typehash": "HashValue", "nilinterhash": "HashInterface",
	"fastrand": "Random32", "cheaprand": "Random32", "fastrandn": "Random32n", "cheaprandn": "Random32n",
	"fastrand64": "Random", "rand": "Random", "fastrandu": "RandomWord",
	"nanotime": "Nanotime", "cputicks": "Nanotime", "procPin": "Pin", "procUnpin": "Unpin", "procyield": "Spin",
}

// memoryFunctions holds the functions of the runtime that only allocate, clear, copy or compare
// memory.
var memoryFunctions = set("memclrNoHeapPointers memclrHasPointers memmove memequal typedmemmove typedslicecopy mallocgc roundupsize growslice makemap makechan unsafe_New unsafe_NewArray")

// linkname is the directive that links a name of the file.
var linkname = regexp.MustCompile(`(?m)^//go:linkname (\S+)(?: (\S+))?$`)

// stands returns the function that a function without a body is linked to, and its replacement in the
// scheduler, or "". It returns false for functions that are not linked.
func stands(text []byte, d *ast.FuncDecl) (name, instead string, is bool) {
	if d.Body != nil || d.Recv != nil || d.Type.TypeParams != nil {
		return "", "", false
	}
	for _, m := range linkname.FindAllSubmatch(text, -1) {
		if string(m[1]) != d.Name.Name {
			continue
		}
		pkg, name, _ := strings.Cut(string(m[2]), ".")
		if name = strings.TrimPrefix(name, "runtime_"); pkg == "runtime" || pkg == "sync" || pkg == "reflect" {
			return name, runtimeFunctions[name], true
		}
		return "", "", true
	}
	return "", "", false
}

// FindLinked records the functions of a file that are linked to code that cannot be seen. A call of
// such a function leaves the schedule.
func (w *Writer) FindLinked(pkg *types.Package, f File) {
	for _, d := range f.Syntax.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			if name, instead, is := stands(f.Text, d); is && instead == "" && !memoryFunctions[name] {
				if w.linked == nil {
					w.linked = map[string]bool{}
				}
				w.linked[pkg.Path()+"."+d.Name.Name] = true
			}
		}
	}
}

// replaceLinked rewrites a function without a body that is linked to a function of the runtime, so
// that it calls the replacement. Other functions are unchanged, like those written in assembly.
func (x *fileWriter) replaceLinked(d *ast.FuncDecl) {
	_, instead, _ := stands(x.Text, d)
	if instead == "" {
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
	call := scheduler + "." + instead + "(" + strings.Join(args, ", ") + ")"
	if d.Type.Results.NumFields() > 0 {
		call = "return " + call
	}
	x.close(x.offset(d.End()), " { "+call+" }")
}
