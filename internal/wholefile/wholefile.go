// Package wholefile writes files that are either complete or missing: neither a full disk nor the
// death of the process leaves part of one.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Write writes a file and replaces the file of that name, if there is one. It keeps the permissions
// of the old file; a new one gets perm. It writes directly to what is not a regular file, such as a
// terminal or a pipe.
func Write(name string, data []byte, perm fs.FileMode) error {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path // a link stays one
	}
	info, err := os.Stat(name)
	old := err == nil
	if old && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, perm)
	}
	temp, err := write(name, data, perm)
	if err != nil {
		return err
	}
	if old {
		err = os.Chmod(temp, info.Mode().Perm())
	}
	return rename(temp, name, err)
}

// Replace writes a file with the permissions perm in place of whatever has its name: an unreadable
// file, a link, or a folder, which is removed with its content. If there is a file, concurrent
// readers find either the old or the new content, however many processes write.
func Replace(name string, data []byte, perm fs.FileMode) error {
	if info, err := os.Lstat(name); err == nil && info.IsDir() {
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	temp, err := write(name, data, perm)
	if err != nil {
		return err
	}
	return rename(temp, name, nil)
}

// rename gives a written file its name, unless err is not nil. On failure it removes the file.
func rename(temp, name string, err error) error {
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}

// Check returns the error that Write would have at its start, for example because a folder is
// missing. It leaves nothing behind.
func Check(name string) error {
	if path, err := filepath.EvalSymlinks(name); err == nil {
		name = path
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
	case err == nil && !info.Mode().IsRegular():
		return nil
	}
	temp, err := write(name, nil, 0o600)
	if err != nil {
		return err
	}
	return os.Remove(temp)
}

// Create writes a new file. If a file of that name exists, it stays unchanged and the error is
// fs.ErrExist.
func Create(name string, data []byte, perm fs.FileMode) error {
	if _, err := os.Lstat(name); err == nil {
		return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	temp, err := write(name, data, perm)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	err = os.Link(temp, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// There are no links here, so two processes that create the file at once may both succeed.
	return os.Rename(temp, name)
}

// partSuffix ends the names of files that are being written.
const partSuffix = ".part"

// abandonedAfter is the age at which a file is no longer being written, because its process was
// killed.
const abandonedAfter = time.Minute

// write writes a temporary file beside the file called name.
func write(name string, data []byte, perm fs.FileMode) (temp string, err error) {
	dir, base := filepath.Split(name)
	removeAbandoned(dir, "."+base+".")
	var f *os.File
	for {
		temp = fmt.Sprintf("%s.%s.%d%s", dir, base, rand.Uint32(), partSuffix)
		f, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", errorAbout(name, err)
		}
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(temp)
		return "", errorAbout(name, err)
	}
	return temp, nil
}

// errorAbout turns an error about the temporary file into one about the file called name.
func errorAbout(name string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "write", Path: name, Err: err}
}

// removeAbandoned removes the files of dir with that prefix that processes left behind when they
// were killed.
func removeAbandoned(dir, prefix string) {
	files, _ := os.ReadDir(filepath.Clean(dir + "."))
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), prefix) || !strings.HasSuffix(f.Name(), partSuffix) {
			continue
		}
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandonedAfter {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
