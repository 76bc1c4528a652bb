//go:build unix && !linux

package host

import "syscall"

func dup(from, to int) error { return syscall.Dup2(from, to) }
