package loop

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/check/prepare"
)

// noteApart names the directive for a precondition that compares pointers of which no two meet.
func (l *loop) noteApart() {
	if len(l.Apart) == 0 || l.Inputs == 0 {
		return
	}
	names := strings.Join(prepare.SharedNames(l.Apart, l.Pkg.Types), " and ")
	l.Notes = append(l.Notes, fmt.Sprintf("the precondition compares pointers to %s; where those in an input may meet: //rtest:shared   (above type %s)", names, names))
}
