// Package wall confines a process to what is its own: it changes no files outside
// its folder, opens no sockets, starts no programs and signals no other process.
// It reads what it likes.
//
// In comes a program with its folder, out come its attempts to do more. The wall
// has two parts, both set before the program begins. Landlock forbids changes of
// files. A seccomp filter has the kernel ask this process about each system call
// that could reach outside, so that an attempt is noticed for sure, whatever the
// program makes of the error. The package knows nothing of what the program is for.
package wall

// An Attempt is a system call that the wall has stopped.
type Attempt struct {
	// Call is the name of the system call, Object the path or the process that it
	// is about; empty where that is not known.
	Call, Object string
}

// String returns the attempt as a message shows it: "unlinkat /home/me/x".
func (a Attempt) String() string {
	if a.Object == "" {
		return a.Call
	}
	return a.Call + " " + a.Object
}
