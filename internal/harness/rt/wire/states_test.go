package wire

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestTable sends states, and reads texts that are damaged.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 50 {
		want := Table{Builder: n, Far: n%2 == 0, States: States{}}
		for range n {
			s := State{Level: r.IntN(3), Size: r.IntN(70), Stream: []int64{}}
			if r.IntN(5) == 0 {
				s.Level = FarSuspect
			}
			for range r.IntN(20) {
				s.Stream = append(s.Stream, [...]int64{-1, 0, int64(r.IntN(100)), math.MinInt64, math.MaxInt64, FarStates}[r.IntN(6)])
			}
			want.States = append(want.States, s)
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Table
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("sent %v, received %v, %v", want, got, err)
		}
	}
	for _, text := range []string{`""`, `"/w=="`, `"AQA="`, `"AQUAAA=="`, `"AAAA"`, `"AQEAAAL//w=="`, `7`} {
		var got States
		if json.Unmarshal([]byte(text), &got) == nil {
			t.Errorf("%s gives %v", text, got)
		}
	}
}
