// Package draw lays out pictures of data structures and writes them as SVG.
//
// It takes boxes with arrows between them, or lanes with steps, and returns one svg element. It knows nothing of
// Go values and of reports: colours are classes of a page's style sheet. All coordinates are whole numbers, so a
// picture is the same on every machine.
package draw
