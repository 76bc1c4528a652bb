package texts

import (
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// XML returns a pattern of an XML element that is decoded into a value of the type. name is the
// name of the element, or "" if the type gives the name.
func (g *Grammar) XML(t types.Type, name string, depth int) string {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		if name == "" {
			name = "a"
		}
		return tagged(name, "", g.content(t))
	}
	if own := xmlName(st); own != "" {
		name = own
	}
	var attrs, parts []string
	for i := range st.NumFields() {
		f := st.Field(i)
		tag, options, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("xml"), ",")
		if tag == "-" || f.Name() == "XMLName" || !f.Exported() && !f.Embedded() || len(attrs)+len(parts) == MostFields {
			continue
		}
		if tag == "" {
			tag = f.Name()
		}
		switch {
		case slices.Contains(strings.Split(options, ","), "attr"):
			attrs = append(attrs, "( "+regexp.QuoteMeta(tag)+`="`+g.content(f.Type())+`")?`)
		case options == "chardata" || options == "innerxml":
			parts = append(parts, g.content(f.Type()))
		case depth > 0:
			parts = append(parts, g.within(strings.Split(tag, ">"), f.Type(), depth-1))
		}
	}
	return tagged(name, strings.Join(attrs, ""), strings.Join(parts, ""))
}

// within returns the pattern of the elements of a field: none or one, or up to two for a list. The
// last of names names these elements; the others name the elements around them.
func (g *Grammar) within(names []string, t types.Type, depth int) string {
	t = refine.Pointed(types.Unalias(t))
	most := "?"
	if sl, ok := t.Underlying().(*types.Slice); ok && !IsText(t) {
		t, most = refine.Pointed(types.Unalias(sl.Elem())), "{0,2}"
	}
	last := len(names) - 1
	p := "(" + g.XML(t, names[last], depth) + ")" + most
	for i := last - 1; i >= 0; i-- {
		p = tagged(names[i], "", p)
	}
	return p
}

// content returns a pattern of the text of an attribute, or of an element without child elements.
func (g *Grammar) content(t types.Type) string {
	if b, ok := refine.Pointed(types.Unalias(t)).Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsBoolean != 0:
			return "(true|false)"
		case b.Info()&types.IsFloat != 0:
			return oneOf(append(slices.Clone(g.Numbers), "0.5")...)
		case b.Info()&types.IsInteger != 0:
			return oneOf(g.Numbers...)
		}
	}
	words := slices.DeleteFunc(slices.Clone(g.Words), func(w string) bool { return strings.ContainsAny(w, "<>&") })
	return oneOf(append(words, "", "a", "1")...)
}

// tagged returns the pattern of an element. attrs and content are patterns.
func tagged(name, attrs, content string) string {
	name = regexp.QuoteMeta(name)
	return "<" + name + attrs + ">" + content + "</" + name + ">"
}

// xmlName returns the name that a type gives its element, or "".
func xmlName(st *types.Struct) string {
	for i := range st.NumFields() {
		if tag, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("xml"), ","); st.Field(i).Name() == "XMLName" && tag != "" {
			return tag[strings.LastIndex(tag, " ")+1:]
		}
	}
	return ""
}
