package longtest

import "testing"

func TestMark(t *testing.T) {
	for _, c := range []struct {
		comment, why string
		marked       bool
	}{
		{"long: six runs\nmore text\n", "six runs", true},
		{"long:\n", "", true},
		{"", "", false},
		{"Stacks and queues.\nlong: many runs\n", "many runs", true},
		{"Stacks, which before long: are queues.\n", "", false},
		{"long texts\n", "", false},
	} {
		if why, marked := mark([]byte(c.comment)); why != c.why || marked != c.marked {
			t.Errorf("mark(%q) = %q, %v", c.comment, why, marked)
		}
	}
}

func TestCases(t *testing.T) {
	set := func(isLong bool, n int) func() {
		wasLong, was := *long, *times
		*long, *times = isLong, n
		return func() { *long, *times = wasLong, was }
	}
	for _, c := range []struct {
		long              bool
		times, quick, all int
		want              int
	}{
		{false, 1, 5, 70, 5},
		{false, 3, 5, 70, 5},
		{true, 1, 5, 70, 70},
		{true, 3, 5, 70, 210},
	} {
		restore := set(c.long, c.times)
		if got := Cases(c.quick, c.all); got != c.want {
			t.Errorf("-long=%v -times=%d: Cases(%d, %d) = %d, want %d", c.long, c.times, c.quick, c.all, got, c.want)
		}
		restore()
	}
}

func TestOnly(t *testing.T) {
	was := *long
	defer func() { *long = was }()
	for _, *long = range []bool{false, true} {
		skipped := true
		t.Run("", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			SkipArchive(t, []byte("long: why\n"))
		})
		if skipped == *long {
			t.Errorf("-long=%v: skipped is %v", *long, skipped)
		}
	}
}
