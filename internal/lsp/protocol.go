package lsp

import "encoding/json"

// These are the types of the protocol that the server needs, under the names of its specification,
// which documents their fields.

type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}
	relatedInformation struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	diagnostic struct {
		Range    span                 `json:"range"`
		Severity int                  `json:"severity,omitempty"`
		Code     string               `json:"code,omitempty"`
		Source   string               `json:"source"`
		Message  string               `json:"message"`
		Related  []relatedInformation `json:"relatedInformation,omitempty"`
		Data     json.RawMessage      `json:"data,omitempty"`
		Tags     []int                `json:"tags,omitempty"`
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	// workspaceEdit has changes of documents by URI or, for a client that supports it, of versions
	// of documents.
	workspaceEdit struct {
		Changes   map[string][]textEdit `json:"changes,omitempty"`
		Documents []documentEdit        `json:"documentChanges,omitempty"`
	}
	documentEdit struct {
		Document versionedID `json:"textDocument"`
		Edits    []textEdit  `json:"edits"`
	}
	versionedID struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	codeLens struct {
		Range   span    `json:"range"`
		Command command `json:"command"`
	}
	codeAction struct {
		Title       string         `json:"title"`
		Kind        string         `json:"kind,omitempty"`
		Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
		Preferred   bool           `json:"isPreferred,omitempty"`
		Edit        *workspaceEdit `json:"edit,omitempty"`
		Command     *command       `json:"command,omitempty"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	hover struct {
		Contents markup `json:"contents"`
		Range    span   `json:"range"`
	}
	completionItem struct {
		Label         string    `json:"label"`
		Kind          int       `json:"kind"`
		Detail        string    `json:"detail,omitempty"`
		Documentation string    `json:"documentation,omitempty"`
		TextEdit      *textEdit `json:"textEdit"`
		SortText      string    `json:"sortText,omitempty"`
	}
	completionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []completionItem `json:"items"`
	}
)

// The severities of diagnostics.
const (
	severityError = iota + 1
	severityWarning
	severityInformation
	severityHint
)

// The kinds of completion items.
const (
	kindMethod   = 2
	kindFunction = 3
	kindField    = 5
	kindVariable = 6
	kindClass    = 7
	kindModule   = 9
	kindKeyword  = 14
	kindConstant = 21
)

// The types of messages that are shown or logged.
const (
	messageError = iota + 1
	messageWarning
	messageInfo
	messageLog
)

type (
	documentID struct {
		URI string `json:"uri"`
	}
	positionParams struct {
		Document documentID `json:"textDocument"`
		Position position   `json:"position"`
	}
	referenceParams struct {
		positionParams
		Context struct {
			Declaration bool `json:"includeDeclaration"`
		} `json:"context"`
	}
	documentParams struct {
		Document documentID `json:"textDocument"`
	}
	openParams struct {
		Document struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
			Text    string `json:"text"`
		} `json:"textDocument"`
	}
	change struct {
		Range *span  `json:"range"`
		Text  string `json:"text"`
	}
	changeParams struct {
		Document struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
		} `json:"textDocument"`
		Changes []change `json:"contentChanges"`
	}
	watchedParams struct {
		Changes []struct {
			URI string `json:"uri"`
		} `json:"changes"`
	}
	settingsParams struct {
		Settings json.RawMessage `json:"settings"`
	}
	actionParams struct {
		Document documentID `json:"textDocument"`
		Range    span       `json:"range"`
		Context  struct {
			Diagnostics []diagnostic `json:"diagnostics"`
			Only        []string     `json:"only"`
		} `json:"context"`
	}
	commandParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
		Token     any               `json:"workDoneToken"`
	}
	applyParams struct {
		Edit json.RawMessage `json:"edit"`
	}
	showParams struct {
		URI       string `json:"uri"`
		TakeFocus bool   `json:"takeFocus,omitempty"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
	tokenParams struct {
		Token any `json:"token"`
	}
	initializeParams struct {
		Options      json.RawMessage `json:"initializationOptions"`
		Capabilities struct {
			Workspace struct {
				Configuration bool `json:"configuration"`
				CodeLens      struct {
					Refresh bool `json:"refreshSupport"`
				} `json:"codeLens"`
				Watched struct {
					Dynamic bool `json:"dynamicRegistration"`
				} `json:"didChangeWatchedFiles"`
				Settings struct {
					Dynamic bool `json:"dynamicRegistration"`
				} `json:"didChangeConfiguration"`
				Edit struct {
					Versions bool `json:"documentChanges"`
				} `json:"workspaceEdit"`
			} `json:"workspace"`
			Document struct {
				Action struct {
					Literals json.RawMessage `json:"codeActionLiteralSupport"`
				} `json:"codeAction"`
			} `json:"textDocument"`
			Window struct {
				Progress bool `json:"workDoneProgress"`
				Show     struct {
					Support bool `json:"support"`
				} `json:"showDocument"`
			} `json:"window"`
			General struct {
				Encodings []string `json:"positionEncodings"`
			} `json:"general"`
		} `json:"capabilities"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	progressParams struct {
		Token any `json:"token"`
		Value any `json:"value"`
	}
	progressValue struct {
		Kind        string `json:"kind"`
		Title       string `json:"title,omitempty"`
		Message     string `json:"message,omitempty"`
		Cancellable bool   `json:"cancellable,omitempty"`
	}
)
