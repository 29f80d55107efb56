//go:build engine || !headless || window

package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// dataFolder is where everything is kept; AIPACK_DATA names another one.
func dataFolder() (string, error) {
	if dir := os.Getenv("AIPACK_DATA"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("finding the data folder: %w", err)
	}
	return filepath.Join(dir, "aipack"), nil
}
