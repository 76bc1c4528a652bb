package prepare

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/check/config"
)

// AddFile adds a file to the overlay of a configuration, in addition to the user's overlay. It writes the file
// and the new overlay to the folder temp.
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

// ReadOverlay reads the replacement files of the -overlay flag.
func ReadOverlay(cfg config.Config) (map[string][]byte, error) {
	if cfg.Overlay == "" {
		return nil, nil
	}
	data, err := os.ReadFile(cfg.Overlay)
	if err != nil {
		return nil, fmt.Errorf("-overlay: %w", err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("-overlay: %s: %w", cfg.Overlay, err)
	}
	overlay := make(map[string][]byte, len(file.Replace))
	for _, name := range slices.Sorted(maps.Keys(file.Replace)) {
		by := file.Replace[name]
		if by == "" {
			return nil, fmt.Errorf("-overlay: %s: %s is deleted, which rtest cannot do; replace it by a file with a package clause", cfg.Overlay, name)
		}
		path, err := filepath.Abs(filepath.Join(cfg.Dir, name))
		if filepath.IsAbs(name) {
			path, err = name, nil
		}
		if err != nil {
			return nil, err
		}
		if overlay[path], err = os.ReadFile(by); err != nil {
			return nil, fmt.Errorf("-overlay: %w", err)
		}
	}
	return overlay, nil
}
