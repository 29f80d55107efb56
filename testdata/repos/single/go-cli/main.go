// Command wordcount counts the words of its standard input.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
)

func main() {
	lines := flag.Bool("lines", false, "count lines instead of words")
	flag.Parse()
	in := bufio.NewScanner(os.Stdin)
	if !*lines {
		in.Split(bufio.ScanWords)
	}
	n := 0
	for in.Scan() {
		n++
	}
	fmt.Println(n)
}
