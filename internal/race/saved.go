package race

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A savedSchedule is the form of a schedule in a file. Calls are Go source, and points are places in
// the source, so the schedule remains valid when other functions change.
type savedSchedule struct {
	Type      string     `json:"type"`
	Cause     string     `json:"cause"`
	Maker     string     `json:"maker"`
	Prefix    []string   `json:"prefix,omitempty"`
	Sequences [][]string `json:"sequences"`
	// After is the call at the end that shows the state.
	After string `json:"after,omitempty"`
	// Rang says that its results changed when timers had rung.
	Rang    bool     `json:"rang,omitempty"`
	Points  []string `json:"points,omitempty"`
	Choices []int    `json:"choices"`
	Serial  bool     `json:"serial,omitempty"`
	file    string
}

// savedDir returns the folder of saved schedules in that of a package.
func savedDir(dir string) string { return filepath.Join(dir, "testdata", "rtest", "race") }

// save writes the schedule of a finding to a file, with a text that shows it, unless there is one
// already that is the same. It returns the path.
func (t *tester) save(r *Result, f *concurrent.Finding, text []string) (string, error) {
	s := savedSchedule{Type: r.Type, Cause: string(f.Cause), Maker: f.Maker, Prefix: f.Prefix, After: f.After, Rang: rings(f), Choices: f.Schedule.Choices, Serial: f.Schedule.Serial}
	for _, seq := range f.Sequences {
		var calls []string
		for _, m := range seq {
			calls = append(calls, m.Call)
		}
		s.Sequences = append(s.Sequences, calls)
	}
	for _, p := range f.Schedule.Points {
		s.Points = append(s.Points, t.point(int(p)))
	}
	line, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	dir := savedDir(t.pkg.Dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("saving a schedule: %w", err)
	}
	for n := 1; ; n++ {
		file := filepath.Join(dir, fmt.Sprintf("%s-%d.txt", r.Type, n))
		old, err := os.ReadFile(file)
		if err == nil && strings.Contains(string(old), "\n"+string(line)+"\n") {
			return file, nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			body := "# " + strings.Join(text, "\n# ") + "\n" + string(line) + "\n"
			return file, wholefile.Write(file, []byte(body), 0o666)
		}
		if err != nil {
			return "", fmt.Errorf("saving a schedule: %w", err)
		}
	}
}

// unlocks means any step that releases a lock, alarms any step before which an alarm may ring.
const (
	unlocks = "unlock"
	alarms  = "alarm"
)

// point names the place of a site.
func (t *tester) point(site int) string {
	switch site {
	case concurrent.UnlockPoint:
		return unlocks
	case concurrent.AlarmPoint:
		return alarms
	}
	if site < 1 || site > len(t.sites) {
		return ""
	}
	p := t.sites[site-1].Pos
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
}

// saved returns the saved schedules of a type, by name of their files.
func (t *tester) saved(name string) (out []savedSchedule, err error) {
	files, err := filepath.Glob(filepath.Join(savedDir(t.pkg.Dir), "*.txt"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading a saved schedule: %w", err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			var s savedSchedule
			if err := json.Unmarshal([]byte(line), &s); err != nil {
				return nil, fmt.Errorf("%s is damaged: %w; remove it", file, err)
			}
			if s.file = file; s.Type == name {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// schedule returns a saved schedule in terms of the program. It returns false if a call or a place
// is no longer there.
func (t *tester) schedule(s *subject, saved savedSchedule) (*concurrent.Schedule, bool) {
	ok := true
	there := func(i int) int {
		ok = ok && i >= 0
		return i
	}
	maker := slices.IndexFunc(s.makers, func(c call) bool { return c.text() == saved.Maker })
	out := &concurrent.Schedule{Maker: there(maker), Choices: saved.Choices, Serial: saved.Serial}
	for _, text := range saved.Prefix {
		out.Prefix = append(out.Prefix, there(s.indexOf(text)))
	}
	for _, seq := range saved.Sequences {
		var calls []int
		for _, text := range seq {
			calls = append(calls, there(s.indexOf(text)))
		}
		out.Sequences = append(out.Sequences, calls)
	}
	for _, p := range saved.Points {
		for _, every := range []int{concurrent.UnlockPoint, concurrent.AlarmPoint} {
			if p == t.point(every) {
				out.Points = append(out.Points, int32(every))
			}
		}
		for i := range t.sites {
			if t.point(i+1) == p {
				out.Points = append(out.Points, int32(i+1))
			}
		}
	}
	return out, ok
}
