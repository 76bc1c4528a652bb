package texts

import (
	"go/constant"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Constant returns the value of a constant string, or "" for any other value.
func Constant(v ssa.Value) string {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(k.Value)
}

// verb matches a verb of a format: its flags, width, precision and letter.
var verb = regexp.MustCompile(`%([-+# 0]*)([1-9][0-9]?)?(?:\.([0-9]))?(.)`)

// Format returns a regular expression of the texts that a format makes. It returns "" for a format
// without verbs, or with unusual verbs.
func Format(format string) string {
	var b strings.Builder
	end, verbs := 0, 0
	for _, at := range verb.FindAllStringSubmatchIndex(format, -1) {
		part := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return format[at[2*i]:at[2*i+1]]
		}
		b.WriteString(regexp.QuoteMeta(format[end:at[0]]))
		end = at[1]
		if part(4) == "%" {
			b.WriteString("%")
			continue
		}
		p := verbPattern(part(4), part(2), part(3), strings.Contains(part(1), "0"))
		if p == "" {
			return ""
		}
		b.WriteString(p)
		verbs++
	}
	if verbs == 0 {
		return ""
	}
	return b.String() + regexp.QuoteMeta(format[end:])
}

// verbPattern returns the regular expression of short texts for which a verb stands.
func verbPattern(letter, width, precision string, zeros bool) string {
	digits := func(class string) string {
		if zeros && width != "" {
			return class + "{" + width + "}"
		}
		return class + "{1,2}"
	}
	switch letter {
	case "d":
		if zeros {
			return digits("[0-9]")
		}
		return "-?" + digits("[0-9]")
	case "x":
		return digits("[0-9a-f]")
	case "X":
		return digits("[0-9A-F]")
	case "o":
		return digits("[0-7]")
	case "b":
		return digits("[01]")
	case "s", "v":
		return "[0-9A-Za-z]{1,3}"
	case "q":
		return `"[0-9A-Za-z]{0,2}"`
	case "c":
		return "[ -~]"
	case "t":
		return "(true|false)"
	case "e", "f", "g", "F", "G":
		if precision == "0" {
			return "[0-9]{1,2}"
		}
		if precision != "" {
			return `[0-9]{1,2}\.[0-9]{` + precision + "}"
		}
		return `[0-9]{1,2}(\.[0-9]{1,2})?`
	}
	return ""
}
