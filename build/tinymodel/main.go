// Command tinymodel writes a small model of random weights to the file that it
// is given, for tests that download or load one.
package main

import (
	"fmt"
	"os"

	"aipack/backend/llm/llamacpp/gguftest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: tinymodel FILE.gguf")
		os.Exit(2)
	}
	if err := gguftest.Write(os.Args[1], gguftest.Least()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
