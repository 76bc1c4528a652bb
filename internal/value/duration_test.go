package value

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "", 1: "", 1001: "", time.Second: "time.Second", -time.Hour: "-time.Hour", 90 * time.Minute: "90 * time.Minute",
		-1500 * time.Millisecond: "-1500 * time.Millisecond", 24 * time.Hour: "24 * time.Hour", -1 << 63: "",
	} {
		if got := Duration(d, "time"); got != want {
			t.Errorf("Duration(%d) = %q, want %q", int64(d), got, want)
		}
	}
}
