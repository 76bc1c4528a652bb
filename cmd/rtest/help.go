package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

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
	switch topic {
	case "errors":
		fmt.Fprint(t.stdout, errorsPage())
		return report.ExitOK
	case "gen":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(generation).define))
		return report.ExitOK
	case "find":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(reachedLine).define))
		return report.ExitOK
	case "laws":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(lawSearch).define))
		return report.ExitOK
	case "race":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(raceTest).define))
		return report.ExitOK
	case "diff":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(versionDiff).define))
		return report.ExitOK
	case "infer":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(inference).define))
		return report.ExitOK
	case "rank":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic, new(comparison).define))
		return report.ExitOK
	case "check", "list", "replay", "merge":
		fmt.Fprint(t.stdout, t.page(topic)+flagsPage(topic))
		return report.ExitOK
	}
	page := t.page(topic)
	if page == "" {
		return t.usage("there is no help on %q; the topics are %s", topic, strings.Join(t.names(), ", "))
	}
	fmt.Fprint(t.stdout, page)
	return report.ExitOK
}

// asksHelp tells whether an argument asks for the page of its command.
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
