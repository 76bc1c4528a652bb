// Package onsave tests packages again when their files change, and shows what is known of them on one
// screen.
//
// It takes configurations and yields text. After a save it loads the packages that the save concerns and
// tests the functions that depend on what has changed; the results of the others stay. It looks for
// changes itself, ten times a second: the systems tell of changes each in another way, not of all file
// systems, and not when an editor replaces a file, while looking at a thousand files takes milliseconds.
package onsave
