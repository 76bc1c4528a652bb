// Package golangci is rtestvet as a module plugin of golangci-lint. Importing it registers the
// plugin under the name rtestvet.
package golangci

import (
	"errors"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/rtest-dev/rtest/rtestvet"
)

func init() { register.Plugin("rtestvet", New) }

// New returns the plugin. It has no settings.
func New(settings any) (register.LinterPlugin, error) {
	if m, ok := settings.(map[string]any); ok && len(m) > 0 || !ok && settings != nil {
		return nil, errors.New("rtestvet has no settings: leave them out")
	}
	return plugin{}, nil
}

type plugin struct{}

// BuildAnalyzers returns the analyzer.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{rtestvet.Analyzer}, nil
}

// GetLoadMode says that types are needed.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
