package sched_test

import (
	stdcontext "context"
	"errors"
	"fmt"
	"testing"
	stdtime "time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/context"
)

func TestAfterFuncOfTimeout(t *testing.T) {
	var out [2]string
	nest := func(i int) func() {
		return func() {
			ctx, cancel := context.WithTimeoutCause(stdcontext.TODO(), stdtime.Second, errors.New("late"))
			defer cancel()
			stop := context.AfterFunc(ctx, func() {})
			sched.Recv(ctx.Done())
			out[i] = fmt.Sprint(stop())
		}
	}
	got := explore(t, func() {
		sched.Together([][]func(){{nest(0)}, {nest(1), nest(1)}})
	}, func() string { return out[0] + out[1] })
	expect(t, got, "falsefalse")
}
