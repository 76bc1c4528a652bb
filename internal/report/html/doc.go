// Package html writes a report to look at: a folder with an index, and a page for each function
// that a run tested.
//
// In come the texts and values of a report; out go files. Every file stands alone: styles and the
// script are part of it, and it asks no network for anything. The package knows nothing of events,
// and does not say what is good or bad: texts come as they are shown elsewhere.
package html
