package value

import (
	"fmt"
	"time"
)

// Duration writes a duration in its greatest exact unit, such as 90 * time.Second. It returns "" if that unit is
// nanoseconds. pkg is the name of the package of the units.
func Duration(d time.Duration, pkg string) string {
	units := [...]struct {
		of   time.Duration
		name string
	}{
		{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"},
		{time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"},
	}
	for _, u := range units {
		switch k := d / u.of; {
		case d == 0 || d%u.of != 0:
		case k == 1:
			return pkg + "." + u.name
		case k == -1:
			return "-" + pkg + "." + u.name
		default:
			return fmt.Sprint(int64(k), " * ", pkg, ".", u.name)
		}
	}
	return ""
}
