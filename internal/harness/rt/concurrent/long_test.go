package concurrent

import "testing"

func TestTextOf(t *testing.T) {
	const text = "c.Put(\"" + LabelMark + "\", " + NumberMark + ")"
	for n, want := range map[int]string{1: `c.Put("a", 1)`, 26: `c.Put("z", 26)`, 27: `c.Put("aa", 27)`, 250: `c.Put("ip", 250)`} {
		if got := TextOf(text, n); got != want {
			t.Errorf("call %d is %s; want %s", n, got, want)
		}
	}
}
