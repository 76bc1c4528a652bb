package explain

import (
	"encoding/binary"
	"math/big"
	"net/netip"
	"regexp"
	"testing"
	"time"
)

// TestWellKnown writes values of the standard library as expressions that give
// them.
func TestWellKnown(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	type event struct {
		At time.Time
		in []netip.Addr
		of map[int]*big.Int
		n  big.Int
	}
	type item struct{ exp time.Time }
	type cache struct {
		items map[int]item
		any   any
	}
	type rule struct{ re *regexp.Regexp }
	longest := regexp.MustCompile("a|ab")
	longest.Longest()
	zone := time.FixedZone("X", 3600)
	for _, test := range []struct {
		v    any
		want string
	}{
		{time.Time{}, "time.Time{}"},
		{time.Date(2020, 2, 3, 4, 5, 6, 7, time.UTC), "time.Date(2020, time.February, 3, 4, 5, 6, 7, time.UTC)"},
		{time.Date(-1, 2, 3, 4, 5, 6, 7, zone), `time.Date(-1, time.February, 3, 4, 5, 6, 7, time.FixedZone("X", 3600))`},
		{time.Time{}.Add(time.Hour), "time.Date(1, time.January, 1, 1, 0, 0, 0, time.UTC)"},
		{big.NewInt(-7), "big.NewInt(-7)"},
		{*big.NewInt(7), "*big.NewInt(7)"},
		{huge, `func() *big.Int { n, _ := new(big.Int).SetString("123456789012345678901234567890", 10); return n }()`},
		{big.NewRat(2, 6), "big.NewRat(1, 3)"},
		{netip.MustParseAddr("::1"), `netip.MustParseAddr("::1")`},
		{netip.MustParseAddr("fe80::1%eth0"), `netip.MustParseAddr("fe80::1%eth0")`},
		{netip.MustParseAddrPort("1.2.3.4:5"), `netip.MustParseAddrPort("1.2.3.4:5")`},
		{netip.MustParsePrefix("1.2.3.0/24"), `netip.MustParsePrefix("1.2.3.0/24")`},
		{netip.Addr{}, "netip.Addr{}"},
		{regexp.MustCompile("^a+$"), `regexp.MustCompile("^a+$")`},
		{*regexp.MustCompile(`\d"`), "*regexp.MustCompile(`\\d\"`)"},
		{longest, `func() *regexp.Regexp { r := regexp.MustCompile("a|ab"); r.Longest(); return r }()`},
		{&rule{re: regexp.MustCompile("x")}, `&rule{re: regexp.MustCompile("x")}`},
		{[][]byte{[]byte("a~"), {97, 10}, {}}, `[][]byte{[]byte("a~"), {97, 10}, {}}`},
		{[][]rune{[]rune("né"), {97, 10}, {-1}, {}}, `[][]int32{[]rune("né"), {97, 10}, {-1}, {}}`},
		{[]binary.ByteOrder{binary.BigEndian, binary.LittleEndian}, "[]binary.ByteOrder{binary.BigEndian, binary.LittleEndian}"},
		{netip.PrefixFrom(netip.MustParseAddr("1.2.3.0"), 33), `netip.PrefixFrom(netip.MustParseAddr("1.2.3.0"), -1)`},
		{netip.AddrPortFrom(netip.Addr{}, 80), "netip.AddrPortFrom(netip.Addr{}, 80)"},
		{&event{At: time.Unix(0, 0).UTC(), in: []netip.Addr{netip.IPv4Unspecified()}}, `&event{At: time.Date(1970, time.January, 1, 0, 0, 0, 0, time.UTC), in: []netip.Addr{netip.MustParseAddr("0.0.0.0")}}`},
		{&event{of: map[int]*big.Int{1: big.NewInt(3)}, n: *big.NewInt(4)}, `&event{of: map[int]*big.Int{1: big.NewInt(3)}, n: *big.NewInt(4)}`},
		{&cache{map[int]item{1: {time.Unix(0, 1).UTC()}}, item{time.Unix(0, 2).UTC()}},
			`&cache{items: map[int]item{1: {exp: time.Date(1970, time.January, 1, 0, 0, 0, 1, time.UTC)}}, any: item{exp: time.Date(1970, time.January, 1, 0, 0, 0, 2, time.UTC)}}`},
	} {
		x := &Explanation{pkg: "github.com/rtest-dev/rtest/internal/harness/rt/explain"}
		if got := x.format(test.v); got != test.want {
			t.Errorf("%#v is written\n%s, want\n%s", test.v, got, test.want)
		}
	}
}
