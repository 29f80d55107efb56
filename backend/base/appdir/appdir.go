// Package appdir knows where aipack keeps what is its own. What lies there is the
// business of others.
package appdir

import (
	"fmt"
	"os"
	"path/filepath"
)

// Data is the folder of the history, the settings, the keys and the books:
// AIPACK_DATA, else aipack in the system's folder for configuration.
func Data() (string, error) {
	if dir := os.Getenv("AIPACK_DATA"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("finding the data folder: %w", err)
	}
	return filepath.Join(dir, "aipack"), nil
}

// Cache is the folder of what can be made anew at any time: aipack in the
// system's folder for caches.
func Cache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache folder: %w", err)
	}
	return filepath.Join(dir, "aipack"), nil
}
