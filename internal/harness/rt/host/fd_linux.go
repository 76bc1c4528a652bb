package host

import "syscall"

func dup(from, to int) error { return syscall.Dup3(from, to, syscall.O_CLOEXEC) }
