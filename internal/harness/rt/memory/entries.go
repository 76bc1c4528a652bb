package memory

import (
	"reflect"
	"slices"
	"strings"
)

// An element is one entry of a map.
type element struct{ K, V reflect.Value }

// SortedEntries returns the entries of a map in ascending order of keys. Keys that differ only in addresses are
// ordered by their targets, so two maps made in the same way have the same order.
func SortedEntries(v reflect.Value) []element { return inOrder(entriesByKey(v)) }

// entriesByKey is SortedEntries without an order among keys that only addresses distinguish.
func entriesByKey(v reflect.Value) []element {
	all := make([]element, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		all = append(all, element{it.Key(), it.Value()})
	}
	slices.SortStableFunc(all, byKey)
	return all
}

func byKey(a, b element) int { return order(a.K, b.K) }

// SortKeys sorts keys of a map in the order of SortedEntries.
func SortKeys[K any](list []K) {
	keys := make([]element, len(list))
	for i, k := range list {
		keys[i].K = reflect.ValueOf(&k).Elem()
	}
	for i, e := range inOrder(keys) {
		list[i] = *e.K.Addr().Interface().(*K)
	}
}

// inOrder sorts entries of a map, or keys alone.
func inOrder(all []element) []element { return inOrderOf(all, byKey) }

// inOrderOf sorts entries by compare, and entries that compare equal by their contents.
func inOrderOf(all []element, compare func(a, b element) int) []element {
	slices.SortStableFunc(all, compare)
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && compare(all[i], all[end]) == 0 {
			end++
		}
		if end-i > 1 {
			byContents(all[i:end])
		}
		i = end
	}
	return all
}

// hasTies reports whether only addresses distinguish some keys of the sorted entries.
func hasTies(sorted []element) bool {
	for i := 1; i < len(sorted); i++ {
		if byKey(sorted[i-1], sorted[i]) == 0 {
			return true
		}
	}
	return false
}

// byContents sorts entries by the canonical texts of everything reachable from them.
func byContents(list []element) {
	type written struct {
		element
		text string
	}
	texts := make([]written, len(list))
	for i, e := range list {
		texts[i] = written{e, contents(e)}
	}
	slices.SortStableFunc(texts, func(a, b written) int { return strings.Compare(a.text, b.text) })
	for i, t := range texts {
		list[i] = t.element
	}
}

// contents writes what an entry reaches. It omits the entries of maps whose keys hold references,
// because a key may reach its own map.
func contents(e element) string {
	w := &reach{skipReferenceKeys: true}
	out := &encoder{skipReferenceKeys: true}
	for _, v := range []reflect.Value{e.K, e.V} {
		if v.IsValid() {
			w.value(v)
		}
	}
	out.regions = regions(w.blocks)
	for _, v := range []reflect.Value{e.K, e.V} {
		if v.IsValid() {
			out.value(v)
		}
	}
	return string(out.out)
}
