package rt

import (
	"reflect"
	"testing"
)

type named struct{ N int }

func TestTypeName(t *testing.T) {
	const here = "github.com/rtest-dev/rtest/internal/harness/rt.named"
	for _, tt := range []struct {
		of   any
		want string
	}{
		{[]map[string]*named{}, "[]map[string]*" + here},
		{struct{}{}, "struct{}"},
		{struct{ F func(...named) (named, error) }{}, "struct{ F func(..." + here + ") (" + here + ", error) }"},
		{struct {
			named
			x []struct{ y any } `k:"x\"y"`
		}{}, "struct{ " + here + "; x []struct{ y any } " + `"k:\"x\\\"y\""` + " }"},
		{[]interface {
			A(named) []named
			B()
		}{}, "[]interface{ A(" + here + ") []" + here + "; B() }"},
	} {
		if got := TypeName(reflect.TypeOf(tt.of)); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}
