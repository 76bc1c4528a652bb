package lsp

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// initialize answers the first request: what the server can do.
func (s *server) initialize(raw json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, failf(codeInvalidParams, "the parameters are not those of initialize: %v", err)
	}
	s.phase = initialized
	w := p.Capabilities.Workspace
	s.client = client{
		configuration: w.Configuration, refresh: w.CodeLens.Refresh, watch: w.Watched.Dynamic,
		progress: p.Capabilities.Window.Progress,
	}
	s.set(p.Options)
	commands := []string{commandRun}
	if s.Generate != nil {
		commands = append(commands, commandGenerate)
	}
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "rtest", "version": s.Version},
		"capabilities": object{
			"positionEncoding":       "utf-16",
			"textDocumentSync":       object{"openClose": true, "change": 2, "save": object{"includeText": false}},
			"codeLensProvider":       object{"resolveProvider": false},
			"codeActionProvider":     object{"codeActionKinds": []string{"quickfix", "refactor.rewrite", "source"}},
			"hoverProvider":          true,
			"definitionProvider":     true,
			"completionProvider":     object{"triggerCharacters": []string{":", "."}},
			"executeCommandProvider": object{"commands": commands, "workDoneProgress": true},
		},
	}, nil
}

// ready is called when the client takes requests.
func (s *server) ready() {
	if s.client.watch {
		type object = map[string]any
		s.ask("client/registerCapability", object{"registrations": []any{object{
			"id": "files", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": object{"watchers": []any{
				object{"globPattern": "**/*.go"}, object{"globPattern": "**/go.{mod,work}"},
				object{"globPattern": "**/rtest.toml"},
			}},
		}}})
	}
	s.pull()
}

// ask sends a request to the client and returns its ID. Of the answers only
// that with the settings is used.
func (s *server) ask(method string, params any) string {
	s.mu.Lock()
	s.asked++
	id := "rtest-" + strconv.Itoa(s.asked)
	s.mu.Unlock()
	s.out.write(call{"2.0", id, method, params})
	return id
}

// pull asks for the settings where the client can be asked.
func (s *server) pull() {
	if s.client.configuration {
		type object = map[string]any
		s.settingsAsked = s.ask("workspace/configuration", object{"items": []any{object{"section": "rtest"}}})
	}
}

// answered handles a response.
func (s *server) answered(m message) {
	var id string
	if json.Unmarshal(m.ID, &id) != nil || id == "" || id != s.settingsAsked {
		return
	}
	s.settingsAsked = ""
	var items []json.RawMessage
	if m.Error != nil || json.Unmarshal(m.Result, &items) != nil || len(items) != 1 {
		s.log(messageWarning, "the client has not told the settings of rtest")
		return
	}
	s.set(items[0])
}

func (s *server) configured(p settingsParams) {
	if s.client.configuration {
		s.pull()
		return
	}
	s.set(p.Settings)
}

// set reads the settings, bare or below the key rtest; what is not given stays.
func (s *server) set(raw json.RawMessage) {
	type section struct {
		Run *string `json:"run"`
	}
	var given struct {
		section
		Rtest *section `json:"rtest"`
	}
	if len(raw) == 0 || string(raw) == "null" {
		return
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		s.show(messageError, fmt.Sprintf("the settings are no object with the key run: %v", err))
		return
	}
	run := given.Run
	if given.Rtest != nil {
		run = given.Rtest.Run
	}
	if run == nil {
		return
	}
	s.mu.Lock()
	s.settings.onSave = *run == "onSave"
	s.mu.Unlock()
	if *run != "onSave" && *run != "onDemand" {
		s.show(messageError, fmt.Sprintf("the setting rtest.run is %q; it may be onSave or onDemand, which holds now", *run))
	}
}
