package wholefile

import "os"

// fill writes size zeros.
func fill(f *os.File, size int64) error {
	_, err := f.Write(make([]byte, size))
	return err
}
