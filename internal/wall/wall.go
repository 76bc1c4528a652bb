// Package wall confines a process to its own folder: it changes no files elsewhere, opens no
// sockets, starts no programs and signals no other process. It may read everything.
//
// It takes a program with its folder, and reports its attempts to do more. The wall has two parts,
// both set up before the program begins. Landlock forbids changes of files. A seccomp filter makes
// the kernel ask the watching process about each system call that could reach outside. So every
// attempt is noticed, whatever the program does with the error. The package does not know what the
// program is for.
package wall

// An Attempt is a system call that the wall stopped.
type Attempt struct {
	// Call is the name of the system call. Object is the path or the process that it is about, or
	// empty if that is not known.
	Call, Object string
}

// String returns the attempt as messages show it, for example "unlinkat /home/me/x".
func (a Attempt) String() string {
	if a.Object == "" {
		return a.Call
	}
	return a.Call + " " + a.Object
}
