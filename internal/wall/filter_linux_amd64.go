package wall

import "golang.org/x/sys/unix"

// arch is the architecture whose calls the filter knows. Numbers from otherABI on belong to the x32
// interface, which the filter does not know.
const (
	arch     = unix.AUDIT_ARCH_X86_64
	otherABI = 0x40000000
)

// legacy returns the rules of calls that newer architectures do not have.
func legacy() []rule {
	list := []rule{
		{number: unix.SYS_OPEN, name: "open", test: opening, flag: 1, places: path(0), follow: true},
		{number: unix.SYS_CREAT, name: "creat", places: path(0), follow: true},
		{number: unix.SYS_MKDIR, name: "mkdir", places: path(0)},
		{number: unix.SYS_RMDIR, name: "rmdir", places: path(0)},
		{number: unix.SYS_MKNOD, name: "mknod", places: path(0)},
		{number: unix.SYS_UNLINK, name: "unlink", places: path(0)},
		{number: unix.SYS_SYMLINK, name: "symlink", places: path(1)},
		{number: unix.SYS_LINK, name: "link", places: []filePlace{{none, 0}, {none, 1}}},
		{number: unix.SYS_RENAME, name: "rename", places: []filePlace{{none, 0}, {none, 1}}},
		{number: unix.SYS_CHMOD, name: "chmod", places: path(0), follow: true},
		{number: unix.SYS_CHOWN, name: "chown", places: path(0), follow: true},
		{number: unix.SYS_LCHOWN, name: "lchown", places: path(0)},
		{number: unix.SYS_UTIME, name: "utime", places: path(0), follow: true},
		{number: unix.SYS_UTIMES, name: "utimes", places: path(0), follow: true},
		{number: unix.SYS_FUTIMESAT, name: "futimesat", places: relative(0), follow: true},
	}
	for _, f := range []forbiddenCall{
		{unix.SYS_FORK, "fork"}, {unix.SYS_VFORK, "vfork"}, {unix.SYS_USELIB, "uselib"},
		{unix.SYS_IOPERM, "ioperm"}, {unix.SYS_IOPL, "iopl"},
	} {
		list = append(list, rule{number: f.number, name: f.name})
	}
	return list
}
