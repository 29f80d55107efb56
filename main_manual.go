//go:build headless && engine && manual

// Command aipack-manual writes the manual pages of aipack and what shells complete its
// command lines with, for packages: go run -tags headless,engine,manual . FOLDER. The date
// that stands in them is SOURCE_DATE_EPOCH's (reproducible-builds.org/specs/source-date-epoch).
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra/doc"

	"aipack/backend/cli"
	"aipack/backend/model/llm/gateway"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "aipack-manual:", err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("one folder is wanted, not %d", len(args))
	}
	epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	models := gateway.New(version)
	root := cli.Tree(allRooms(models), cli.Streams{Out: os.Stdout, Err: os.Stderr}, commands(models)...)
	root.DisableAutoGenTag = true
	pages := filepath.Join(args[0], "man1")
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return err
	}
	date := time.Unix(epoch, 0).UTC()
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "aipack " + version, Manual: "aipack", Date: &date}, pages); err != nil {
		return err
	}
	for name, generate := range map[string]func(string) error{
		"aipack.bash": func(at string) error { return root.GenBashCompletionFileV2(at, true) },
		"_aipack":     root.GenZshCompletionFile,
		"aipack.fish": func(at string) error { return root.GenFishCompletionFile(at, true) },
	} {
		if err := generate(filepath.Join(args[0], name)); err != nil {
			return err
		}
	}
	return nil
}
