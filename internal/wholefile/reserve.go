package wholefile

import "os"

// writeZeros writes size zeros.
func writeZeros(f *os.File, size int64) error {
	_, err := f.Write(make([]byte, size))
	return err
}
