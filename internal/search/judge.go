package search

import "github.com/rtest-dev/rtest/internal/form"

// A Judge evaluates the test of a form on complete solutions, for engines that do not run the test.
type Judge struct {
	form   *form.Form
	run    form.Run
	values []int64
}

// NewJudge returns a judge of a form that has a test. It is not safe for concurrent use.
func NewJudge(f *form.Form) *Judge {
	j := &Judge{form: f, values: make([]int64, len(f.Vars))}
	j.run = f.Test.Start(func(v int32) (int64, bool) { return j.values[v], true })
	return j
}

// Rejects reports whether the test fails on a solution. If so, it adds to the test's count of
// rejected inputs. The errors are those of form.Eval.
func (j *Judge) Rejects(stream []int64) (bool, error) {
	if _, _, err := j.form.Assign(stream, j.values); err != nil {
		return false, err
	}
	state := j.run.Save()
	fails := j.run.Advance() == form.Fails
	if fails {
		j.run.Spared(j.run.Part(), 1, 0)
	}
	j.run.Restore(state)
	return fails, nil
}
