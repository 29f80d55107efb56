// Package tests holds the tests of the whole program: every fixture through the
// whole line, models and providers around it, what the lab proves, and the map
// of the house. They run in the root, where testdata and the sources lie.
package tests

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	m.Run()
}
