// Package html writes a report as a web page: a folder with an index, and a page for each function of the run.
//
// It takes the texts and values of a report, and returns files. Every file is self-contained: it includes styles
// and script, and needs no network. The package knows nothing of events, and does not judge results: its texts
// are those of other reports.
package html
