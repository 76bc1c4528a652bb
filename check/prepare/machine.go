package prepare

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/harness/build"
)

// machineErrors are errors of the machine, caused neither by rtest nor by the code under test. Each has advice
// to the user.
var machineErrors = [...]struct {
	err  error
	help string
}{
	{syscall.ENOSPC, noRoom},
	{syscall.EDQUOT, noRoom},
	{syscall.EFBIG, "the limit for the size of files (ulimit -f) is too low"},
	{syscall.EROFS, noWrite},
	{fs.ErrPermission, noWrite},
	{cache.ErrNoFolder, noWrite},
	{syscall.EMFILE, "the limit for open files (ulimit -n) is too low, or -p too high"},
	{syscall.ENFILE, "too many files are open on this machine"},
	{syscall.EAGAIN, "the limit for processes (ulimit -u) is too low, or -p too high"},
	{syscall.ENOEXEC, "programs for these GOOS and GOARCH do not run on this machine, and rtest runs the code under test; unset them"},
	{build.ErrNoModule, "run go mod init in its folder; without modules (GO111MODULE=off) rtest cannot build tests"},
	{build.ErrVendored, "write contracts for its functions above var _ = path.Base in a package of the module"},
	{build.ErrStandard, "write contracts for its functions above var _ = path.Base in a package of a module, or copy the package into one"},
	{syscall.ENOMEM, "the machine is short of memory; a smaller -p needs less"},
}

const (
	noRoom  = "rtest needs room in the folder for temporary files (TMPDIR) and in the user's cache folder (XDG_CACHE_HOME)"
	noWrite = "rtest must be able to write to the folder for temporary files (TMPDIR) and to the user's cache folder (XDG_CACHE_HOME)"
)

// MachineHelp reports whether an error is due to the machine, and says what the user can do.
func MachineHelp(err error) (help string, is bool) {
	for _, m := range machineErrors {
		if errors.Is(err, m.err) {
			return m.help, true
		}
	}
	return "", false
}
