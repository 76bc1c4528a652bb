package main

import (
	"bytes"
	"embed"
	"flag"
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
	if len(args) > 0 {
		topic = args[0]
	}
	switch topic {
	case "errors":
		fmt.Fprint(t.stdout, errorsPage())
		return report.ExitOK
	case "check", "gen", "list", "find", "replay":
		fmt.Fprint(t.stdout, t.page(topic))
		fmt.Fprint(t.stdout, flagsPage())
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

// flagsPage lists the flags of this version with their defaults.
func flagsPage() string {
	var b bytes.Buffer
	b.WriteString("\nFlags (each is also a key of rtest.toml at the module's root):\n\n")
	o, err := parse("help", nil)
	if err != nil {
		o = &options{}
	}
	o.flags("help").VisitAll(func(f *flag.Flag) {
		if _, ok := f.Value.(missing); ok {
			return
		}
		name, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(&b, "  %-22s %s", strings.TrimSpace("-"+f.Name+" "+name), usage)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			fmt.Fprintf(&b, " (%s)", f.DefValue)
		}
		b.WriteByte('\n')
	})
	return b.String()
}
