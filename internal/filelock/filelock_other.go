//go:build !unix || solaris || illumos || aix

package filelock

// Lock returns nil: this system has no locks.
func Lock(string) (unlock func()) { return nil }

// Try returns nil: without locks, no file is known to be free.
func Try(string) (unlock func()) { return nil }
