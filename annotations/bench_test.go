package annotations

import (
	"testing"
)

// BenchmarkLoad loads this package with its tests: 150 packages below it.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(Config{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkList measures the part that the go command takes.
func BenchmarkList(b *testing.B) {
	for b.Loop() {
		if _, err := List(Config{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSSA adds the SSA form.
func BenchmarkSSA(b *testing.B) {
	p, err := Load(Config{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.SSA(p.Packages[0], nil); err != nil {
			b.Fatal(err)
		}
	}
}
