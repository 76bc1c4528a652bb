package main

import (
	"embed"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

//go:embed help/*.txt
var topics embed.FS

// help shows the page of a command or a topic.
func (t *tool) help(args []string) int {
	topic := "rtest"
	switch len(args) {
	case 0:
	case 1:
		topic = args[0]
	default:
		return t.usage("help has one topic: rtest help %s", args[0])
	}
	if topic == "-man" {
		fmt.Fprint(t.stdout, t.manual())
		return report.ExitOK
	}
	if topic == "errors" {
		fmt.Fprint(t.stdout, errorsPage())
		return report.ExitOK
	}
	page := t.page(topic)
	if page == "" {
		return t.usage("there is no help on %q; the topics are %s", topic, strings.Join(t.names(), ", "))
	}
	if more, isCommand := ownFlags()[topic]; isCommand {
		page += options.Page(topic, more...)
	}
	fmt.Fprint(t.stdout, page)
	return report.ExitOK
}

// ownFlags returns for each command that lists flags in its page the functions that define its own
// ones.
func ownFlags() map[string][]func(*flag.FlagSet) {
	own := func(define func(*flag.FlagSet)) []func(*flag.FlagSet) { return []func(*flag.FlagSet){define} }
	return map[string][]func(*flag.FlagSet){
		"check": nil, "list": nil, "replay": nil, "merge": nil, "watch": nil,
		"gen":   own(new(generation).define),
		"show":  own(new(inputSamples).define),
		"find":  own(new(reachedLine).define),
		"laws":  own(new(lawSearch).define),
		"race":  own(new(raceTest).define),
		"diff":  own(new(versionDiff).define),
		"infer": own(new(inference).define),
		"rank":  own(new(comparison).define),
		"init":  own(new(beginning).define),
	}
}

// asksHelp reports whether an argument asks for the page of its command.
func asksHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func (t *tool) page(topic string) string {
	data, err := topics.ReadFile("help/" + topic + ".txt")
	if err != nil {
		return ""
	}
	return string(data)
}

// names lists the pages.
func (t *tool) names() []string {
	entries, err := topics.ReadDir("help")
	if err != nil {
		return nil
	}
	names := []string{"errors"}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".txt"))
	}
	slices.Sort(names)
	return names
}
