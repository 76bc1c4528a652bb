package golangci

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/rtest-dev/rtest/rtestvet"
)

// TestRegistered asks for the plugin as golangci-lint does.
func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin("rtestvet")
	if err != nil {
		t.Fatal(err)
	}
	for _, settings := range []any{nil, map[string]any{}} {
		p, err := newPlugin(settings)
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.BuildAnalyzers()
		if err != nil || len(all) != 1 || all[0] != rtestvet.Analyzer || p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("%v: %v, mode %s, error %v", settings, all, p.GetLoadMode(), err)
		}
	}
	if _, err := newPlugin(map[string]any{"depth": 3}); err == nil {
		t.Error("settings are taken that mean nothing")
	}
}
