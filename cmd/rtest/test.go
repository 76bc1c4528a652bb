package main

import (
	"fmt"
	"os"

	"github.com/rtest-dev/rtest/internal/gotest"
	"github.com/rtest-dev/rtest/internal/report"
)

// test runs go test with contracts checked at every call.
func (t *tool) test(args []string) int {
	if len(args) == 1 && asksHelp(args[0]) {
		return t.help([]string{"test"})
	}
	args, err := chdir(args)
	if err != nil {
		return t.usage("%v", err)
	}
	request := gotest.Request{Arguments: gotest.Parse(args), Guard: t.guard, Out: t.stdout, Err: t.stderr}
	if program, err := os.Executable(); err == nil {
		request.Self = []string{program, toolCommand}
	}
	result, err := gotest.Run(t.ctx, request)
	if err != nil {
		return t.failed(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	for _, line := range result.Notes(dir) {
		fmt.Fprintln(t.stderr, line)
	}
	if result.Failed() {
		return report.ExitFailed
	}
	// The output of go test -json is for machines.
	out := t.stdout
	if request.JSON {
		out = t.stderr
	}
	for i := range result.Findings {
		fmt.Fprint(out, result.Findings[i].Text(dir))
	}
	if len(result.Findings) > 0 {
		result.Code = max(result.Code, report.ExitFailed)
	}
	return result.Code
}
