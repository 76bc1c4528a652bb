package main

import (
	"fmt"
	"os"

	"github.com/rtest-dev/rtest/internal/gotest"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

// test runs go test with contracts checked at every call.
func (t *tool) test(args []string) int {
	if len(args) == 1 && asksHelp(args[0]) {
		return t.help([]string{"test"})
	}
	args, err := options.Chdir(args)
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
	for _, line := range result.Notes(folder()) {
		fmt.Fprintln(t.stderr, line)
	}
	if result.Failed() {
		return report.ExitFailed
	}
	// Messages must not mix with the JSON output of go test.
	out := t.stdout
	if request.JSON {
		out = t.stderr
	}
	for i := range result.Findings {
		fmt.Fprint(out, result.Findings[i].Text(folder()))
	}
	if len(result.Findings) > 0 {
		result.Code = max(result.Code, report.ExitFailed)
	}
	return result.Code
}
