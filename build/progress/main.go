// Command progress reads what `go test -json` writes and tells a person how far
// it is: each package as it ends and how many are left, and what failed in full.
// Which packages failed, and which tests were not run and why, is said last, or
// written into a file to be said later. It decides nothing: whether the tests
// passed is go test's exit code.
//
//	go test -json ./... | go run ./build/progress -of 60
package main

import (
	"bufio"
	"encoding/json"
	"errors"
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
	last := flag.String("last", "", "the file for what is said last")
	flag.Parse()
	t := newTold(os.Stdout, *of, *module, time.Now)
	t.began = t.began.Add(-*after)
	err := follow(os.Stdin, t, 15*time.Second)
	if *last == "" {
		fmt.Print(t.last())
	} else {
		err = errors.Join(err, os.WriteFile(*last, []byte(t.last()), 0o666))
	}
	if err != nil {
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
