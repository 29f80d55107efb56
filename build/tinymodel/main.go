// Command tinymodel writes a small model of random weights to the file that it
// is given, for tests that download or load one; with -abort one on which
// llama.cpp aborts.
package main

import (
	"flag"
	"fmt"
	"os"

	"aipack/backend/model/modelfile/gguftest"
)

func main() {
	shape := gguftest.Least()
	flag.BoolVar(&shape.DoubledTokens, "abort", false, "a file on which llama.cpp aborts")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: tinymodel [-abort] FILE.gguf")
		os.Exit(2)
	}
	if err := gguftest.Write(flag.Arg(0), shape); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
