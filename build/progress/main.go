// Command progress reads what `go test -json` writes and tells a person how far
// it is: each package as it ends and how many are left, what failed in full, and
// last which tests were not run and why. It decides nothing: whether the tests
// passed is go test's exit code.
//
//	go test -json ./... | go run ./build/progress -of 60
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

func main() {
	of := flag.Int("of", 0, "how many packages there are")
	after := flag.Duration("after", 0, "what the clock shows at first")
	module := flag.String("module", "aipack", "the prefix that packages are named without")
	flag.Parse()
	t := newTold(os.Stdout, *of, *module, time.Now)
	t.began = t.began.Add(-*after)
	if err := follow(os.Stdin, t, 15*time.Second); err != nil {
		fmt.Fprintln(os.Stderr, "progress:", err)
		os.Exit(1)
	}
}

// follow tells of every event, and that it still goes on after a silence.
func follow(in io.Reader, t *told, silence time.Duration) error {
	lines, failed := make(chan []byte), make(chan error, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			line, err := r.ReadBytes('\n')
			if len(line) > 0 {
				lines <- line
			}
			if err != nil {
				if err != io.EOF {
					failed <- err
				}
				return
			}
		}
	}()
	quiet := time.NewTimer(silence)
	for {
		select {
		case line, more := <-lines:
			if !more {
				t.end()
				select {
				case err := <-failed:
					return err
				default:
					return nil
				}
			}
			var e event
			if json.Unmarshal(line, &e) != nil || e.Action == "" {
				t.plain(string(line)) // not go test's: what another program wrote
			} else {
				t.add(e)
			}
		case <-quiet.C:
			t.goesOn()
		}
		if t.spoke() {
			quiet.Reset(silence)
		}
	}
}
