// Package edits makes new inputs by changing given ones. It works on value trees, and does not know
// which inputs are worth changing.
package edits
