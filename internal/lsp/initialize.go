package lsp

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// initialize answers the first request with the capabilities of the server.
func (s *server) initialize(raw json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, failf(codeInvalidParams, "the parameters are not those of initialize: %v", err)
	}
	s.phase = initialized
	can := p.Capabilities
	s.client = client{
		configuration: can.Workspace.Configuration, refresh: can.Workspace.CodeLens.Refresh,
		watch: can.Workspace.Watched.Dynamic, reconfigure: can.Workspace.Settings.Dynamic,
		progress: can.Window.Progress, show: can.Window.Show.Support,
		literals: isPresent(can.Document.Action.Literals), versions: can.Workspace.Edit.Versions,
	}
	s.view = &view{in: chosen(can.General.Encodings), docs: s.view.docs}
	s.readSettings(p.Options)
	commands := []string{commandRun, commandEdit}
	if s.Generate != nil {
		commands = append(commands, commandAdd, commandGenerate)
	}
	if s.Infer != nil {
		commands = append(commands, commandInfer)
	}
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "rtest", "version": s.Version},
		"capabilities": object{
			"positionEncoding":       s.view.in.String(),
			"textDocumentSync":       object{"openClose": true, "change": 2, "save": object{"includeText": false}},
			"codeLensProvider":       object{"resolveProvider": false},
			"codeActionProvider":     object{"codeActionKinds": []string{actionFix, actionWrite, actionRun, actionTest}},
			"hoverProvider":          true,
			"definitionProvider":     true,
			"referencesProvider":     true,
			"completionProvider":     object{"triggerCharacters": []string{":", "."}},
			"executeCommandProvider": object{"commands": commands, "workDoneProgress": true},
		},
	}, nil
}

// isPresent reports whether a value is present.
func isPresent(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// ready is called when the client accepts requests.
func (s *server) ready() {
	type object = map[string]any
	var wanted []any
	if s.client.watch {
		wanted = append(wanted, object{
			"id": "files", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": object{"watchers": []any{
				object{"globPattern": "**/*.go"}, object{"globPattern": "**/go.{mod,work}"},
				object{"globPattern": "**/rtest.toml"},
			}},
		})
	}
	if s.client.reconfigure {
		wanted = append(wanted, object{
			"id": "settings", "method": "workspace/didChangeConfiguration",
			"registerOptions": object{"section": "rtest"},
		})
	}
	if len(wanted) > 0 {
		s.ask("client/registerCapability", object{"registrations": wanted})
	}
	s.requestSettings()
}

// ask sends a request to the client and returns its ID. The server uses only the answer with the
// settings.
func (s *server) ask(method string, params any) string {
	s.mu.Lock()
	s.asked++
	id := "rtest-" + strconv.Itoa(s.asked)
	s.mu.Unlock()
	s.out.write(call{"2.0", id, method, params})
	return id
}

// requestSettings requests the settings, if the client supports that.
func (s *server) requestSettings() {
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
		s.log(messageWarning, "the client did not send the settings of rtest")
		return
	}
	s.readSettings(items[0])
}

func (s *server) configured(p settingsParams) {
	if s.client.configuration {
		s.requestSettings()
		return
	}
	s.readSettings(p.Settings)
}

// readSettings reads the settings, which may be bare, below the key rtest, or under dotted keys.
// Missing ones keep their value.
func (s *server) readSettings(raw json.RawMessage) {
	type section struct {
		Run *string `json:"run"`
	}
	var read struct {
		section
		Rtest  *section `json:"rtest"`
		Dotted *string  `json:"rtest.run"`
	}
	if !isPresent(raw) {
		return
	}
	if err := json.Unmarshal(raw, &read); err != nil {
		s.show(messageError, fmt.Sprintf("the settings are not an object with the key run: %v", err))
		return
	}
	run := read.Run
	if read.Rtest != nil {
		run = read.Rtest.Run
	}
	if read.Dotted != nil {
		run = read.Dotted
	}
	if run == nil {
		return
	}
	set := never
	for _, w := range []runPolicy{onDemand, onSave} {
		if *run == w.String() {
			set = w
		}
	}
	s.mu.Lock()
	s.settings.run = set
	s.mu.Unlock()
	if *run != set.String() {
		s.show(messageError, fmt.Sprintf("the setting rtest.run is %q; it may be onSave, onDemand, or never, which holds now", *run))
	}
}
