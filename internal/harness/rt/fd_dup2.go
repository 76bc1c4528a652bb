//go:build unix && !linux

package rt

import "syscall"

func dup(from, to int) error { return syscall.Dup2(from, to) }
