package beyond

import (
	"context"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/internal/form"
)

const (
	// behindEach is with how many different arguments of calls that cannot be executed one aim
	// is aimed at, behindAll how often this is done.
	behindEach, behindAll = 3, 24
)

// shootBehind looks for inputs that meet aim i behind calls that could not be executed, with
// arguments that were drawn: what such a call gives is guessed, and the same guess holds for some
// arguments only. What comes of it shows when the input is run (Godefroid, Klarlund and Sen, "DART:
// Directed Automated Random Testing", 2005).
func (h *goalSearch) shootBehind(ctx context.Context, i int, f *form.Form) error {
	tried := map[string]bool{}
	for _, x := range h.drawn {
		if len(tried) == behindEach || h.behind == behindAll || h.left <= 0 || h.target.Clock.Expired() {
			return nil
		}
		pinned, key := h.pinned(f, x)
		if pinned == nil || tried[key] {
			continue
		}
		tried[key] = true
		h.behind++
		if err := h.shoot(ctx, i, pinned); err != nil {
			return err
		}
	}
	return nil
}

// pinned confines the arguments of calls that could not be executed to what they are in a
// solution; nil where that is outside the form. The key tells arguments apart.
func (h *goalSearch) pinned(f *form.Form, solution []int64) (*form.Form, string) {
	out := *f
	out.Vars = slices.Clone(f.Vars)
	values := make([]*int64, len(f.Vars))
	at, key := 0, []byte(nil)
	for i := range out.Vars {
		v := &out.Vars[i]
		if v.Parent >= 0 {
			parent := values[v.Parent]
			if parent == nil || *parent < v.When.Lo || *parent > v.When.Hi {
				continue
			}
		}
		if at == len(solution) {
			return nil, ""
		}
		n := solution[at]
		values[i] = &n
		if at++; !h.asked[i] {
			continue
		}
		key = append(strconv.AppendInt(key, n, 36), ' ')
		if len(v.Choice) > 0 {
			v.Choice = slices.DeleteFunc(slices.Clone(v.Choice), func(a form.Alt) bool { return a.Value != n })
			if v.Default = n; len(v.Choice) == 0 {
				return nil, ""
			}
			continue
		}
		if !slices.ContainsFunc(v.Dom, func(d form.Span) bool { return d.Lo <= n && n <= d.Hi }) {
			return nil, ""
		}
		v.Dom, v.Default = []form.Span{{Lo: n, Hi: n}}, n
	}
	return &out, string(key)
}
