// Package onsave tests packages again when their files change, and shows all results on one screen.
//
// It takes configurations and writes text. After a save it loads the packages concerned and tests the
// functions that depend on the change; other results stay. It checks the files itself, ten times a
// second. Notifications differ between systems, miss some file systems, and get lost when an editor
// replaces a file; checking a thousand files takes milliseconds.
package onsave
