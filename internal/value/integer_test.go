package value

import (
	"go/types"
	"math"
	"testing"
)

func TestRepresentable(t *testing.T) {
	for kind, ends := range map[types.BasicKind][2]int64{
		types.Int8: {math.MinInt8, math.MaxInt8}, types.Uint8: {0, math.MaxUint8},
		types.Int16: {math.MinInt16, math.MaxInt16}, types.Uint16: {0, math.MaxUint16},
		types.Int32: {math.MinInt32, math.MaxInt32}, types.Uint32: {0, math.MaxUint32},
		types.Int: {math.MinInt64, math.MaxInt64}, types.Int64: {math.MinInt64, math.MaxInt64},
		types.Uint: {0, math.MaxInt64}, types.Uint64: {0, math.MaxInt64}, types.Uintptr: {0, math.MaxInt64},
	} {
		named := types.NewNamed(types.NewTypeName(0, nil, "T", nil), types.Typ[kind], nil)
		for _, typ := range []types.Type{types.Typ[kind], named} {
			for n, want := range map[int64]bool{
				ends[0]: true, ends[1]: true, 0: true,
				ends[0] - 1: ends[0] == math.MinInt64, // wraps around to the greatest
				ends[1] + 1: ends[1] == math.MaxInt64 && ends[0] < 0,
			} {
				if got := Representable(n, typ); got != want {
					t.Errorf("%d of %s: %t", n, types.Typ[kind], got)
				}
			}
		}
	}
}
