package encode_test

import (
	"fmt"
	"testing"
)

func BenchmarkEncode(b *testing.B) {
	for _, p := range load(b) {
		for _, depth := range []int{4, 6, 8, 12} {
			switch p.name {
			case "lists.RedBlack", "lists.BST", "lists.BSTWalk", "lists.AVL", "lists.BSTKeys":
			default:
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", p.name, depth), func(b *testing.B) {
				for b.Loop() {
					q := p.encode(b, depth)
					b.ReportMetric(float64(len(q.Form.Nodes)), "nodes")
					b.ReportMetric(float64(q.Terms), "terms")
					b.ReportMetric(float64(len(q.Opaque)), "opaque")
				}
			})
		}
	}
}
