package place

import (
	"reflect"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
)

// States outside the depths are distinguished by size only. A choice with an alternative for each
// level would make every draw try them one by one.
func TestFarClasses(t *testing.T) {
	list := []Class{
		{Level: 0, Size: 1, First: 0, Last: 0},
		{Level: 1, Size: 2, First: 1, Last: 4},
		{Level: 2, Size: 2, First: 5, Last: 9},
		{Level: 3, Size: 4, First: 100, Last: 101, Far: true},
		{Level: 7, Size: 4, First: 102, Last: 104, Far: true},
		{Level: 9, Size: 4, First: 106, Last: 106, Far: true},
		{Level: 5, Size: 6, First: 107, Last: 109, Far: true},
	}
	for _, c := range []struct {
		name    string
		beyond  *outOfBounds
		want    []Class
		indices []int64
	}{
		{"within", nil, list[:3], []int64{0, 1, 2}},
		{"beyond", &outOfBounds{Beyond: &Beyond{Within: 2, Calls: true}}, []Class{
			{Level: 3, Size: 4, First: 100, Last: 104, Far: true}, list[5], list[6],
		}, []int64{3, 5, 6}},
		{"beyond a greater depth", &outOfBounds{Beyond: &Beyond{Within: 6, Calls: true}}, []Class{
			{Level: 7, Size: 4, First: 102, Last: 104, Far: true}, list[5],
		}, []int64{4, 5}},
	} {
		p := &Placer{Options: Options{Calls: func(*value.Calls) []Class { return list }}, depth: 2, beyond: c.beyond}
		all, indices := p.classes(&value.Calls{}, 0)
		if !reflect.DeepEqual(all, c.want) || !reflect.DeepEqual(indices, c.indices) {
			t.Errorf("%s: %v, %v, want %v, %v", c.name, all, indices, c.want, c.indices)
		}
	}
}
