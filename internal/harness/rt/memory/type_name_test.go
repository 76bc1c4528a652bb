package memory

import (
	"reflect"
	"testing"
)

type named struct{ N int }

func TestTypeName(t *testing.T) {
	const here = "github.com/rtest-dev/rtest/internal/harness/rt/memory.named"
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

func TestAssumedName(t *testing.T) {
	for typ, want := range map[string]string{
		"int":                          "int",
		"main.T":                       "main.T",
		"go/token.Pos":                 "token.Pos",
		"v2.T":                         "v2.T",
		"example.com/semver/v3.Rule":   "semver.Rule",
		"example.com/v3x.Rule":         "v3x.Rule",
		"example.com/yaml.v3.Node":     "yaml.Node",
		"example.com/a.b/orders.Order": "orders.Order",
	} {
		if got := AssumedName(typ); got != want {
			t.Errorf("%s is %s, want %s", typ, got, want)
		}
	}
}
