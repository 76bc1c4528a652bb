// Package draw lays out pictures of data structures and writes them as SVG.
//
// In come boxes with arrows between them, or lanes with steps; out goes one element svg. It knows
// nothing of Go values and of reports: colours are classes that the style sheet of a page names.
// All coordinates are whole numbers, so that a picture is the same on every machine.
package draw
