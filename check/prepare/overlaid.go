package prepare

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rtest-dev/rtest/check/config"
)

// AddFile adds a file to the overlay of a configuration, beside what the user's overlay has. The
// file and the new overlay are written to the folder temp.
func AddFile(cfg *config.Config, temp, path string, src []byte) error {
	var overlay struct{ Replace map[string]string }
	if cfg.Overlay != "" {
		data, err := os.ReadFile(cfg.Overlay)
		if err == nil {
			err = json.Unmarshal(data, &overlay)
		}
		if err != nil {
			return fmt.Errorf("-overlay: %w", err)
		}
	}
	if overlay.Replace == nil {
		overlay.Replace = map[string]string{}
	}
	file := filepath.Join(temp, filepath.Base(path)+".added")
	overlay.Replace[path] = file
	data, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, src, 0o644); err != nil {
		return err
	}
	cfg.Overlay = filepath.Join(temp, "overlay.json")
	return os.WriteFile(cfg.Overlay, data, 0o644)
}
