// Package wholefile writes files that are there whole or not at all: neither a
// full disk nor the death of the process leaves half of one.
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

// Write writes a file in the place of that of the same name, if there is one,
// whose permissions it keeps; a new one has perm. What is no regular file, as a
// terminal or a pipe, is written to as it is.
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

// Replace writes a file with the permissions perm in the place of whatever has its name:
// a file that cannot be read, a link, or a folder, which goes with all that is in it. Where
// there is a file, readers find it or the new one at any moment, however many write.
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

// rename gives a file that is written its name, unless there was an error before. It leaves
// nothing behind.
func rename(temp, name string, err error) error {
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}

// Check returns the error of a Write that could not begin, as of a folder that is
// not there. It leaves nothing behind.
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

// Create writes a new file. Where there is one of that name the error is
// fs.ErrExist, and it stays as it is.
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
	// There are no links here: two that create the file at once may both do so.
	return os.Rename(temp, name)
}

// suffix ends the names of files that are being written.
const suffix = ".part"

// abandonedAfter is the age at which a file is no longer being written: the
// process that did so was killed.
const abandonedAfter = time.Minute

// write writes a file of another name beside the one called name.
func write(name string, data []byte, perm fs.FileMode) (temp string, err error) {
	dir, base := filepath.Split(name)
	removeAbandoned(dir, "."+base+".")
	var f *os.File
	for {
		temp = fmt.Sprintf("%s.%s.%d%s", dir, base, rand.Uint32(), suffix)
		f, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err == nil {
			break
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", about(name, err)
		}
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(temp)
		return "", about(name, err)
	}
	return temp, nil
}

// about returns an error of another file as one of the file that is meant.
func about(name string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "write", Path: name, Err: err}
}

// removeAbandoned removes the files of dir with that prefix that processes left
// which were killed while they wrote.
func removeAbandoned(dir, prefix string) {
	files, _ := os.ReadDir(filepath.Clean(dir + "."))
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), prefix) || !strings.HasSuffix(f.Name(), suffix) {
			continue
		}
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandonedAfter {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
