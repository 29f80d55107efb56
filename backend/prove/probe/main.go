// Command probe stands inside the image under proof and asks the program
// whether it is healthy, until it is or the time is up. It prints a line of JSON
// a try and always ends with 0: BuildKit ends the whole container when a
// process in it fails. It needs nothing of the image, not even a shell.
//
//	probe -for 30s exec COMMAND ARG…    runs a health check; with -ports 80,443 -elsewhere 20s it gives up
//	                                    when for that long others alone were listened on
//	probe -for 30s dial ADDRESS         connects
//	probe listen                        lists the listening ports, and the memory used at most
//	probe limit BYTES COMMAND ARG…      becomes the command, with no more memory than that
//	probe -for 30s relay                joins its input and output to the ports here
//	probe wait COMMAND ARG…             waits until somebody connects to 127.77.0.1:64998, then becomes the command
//	probe look FOLDER                   shows its text files, and the image's size
//	probe weigh FOLDER…                 adds up the files below each
//	probe full BYTES FOLDER             says so once the file system of the folder holds more than that
//	probe -for 30s command COMMAND ARG… runs a command, then says on standard error how it ended and which files it changed
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"aipack/backend/prove/tunnel"
)

// try is one line of output. Milliseconds; after counts from the start.
type try struct {
	Try       int    `json:"try"`
	OK        bool   `json:"ok"`
	Output    string `json:"output"`
	LatencyMS int64  `json:"latency_ms"`
	AfterMS   int64  `json:"after_ms"`
}

func main() {
	most := flag.Duration("for", 30*time.Second, "give up after this long")
	declared := flag.String("ports", "", "the declared ports, separated by commas")
	patience := flag.Duration("elsewhere", 0, "give up when for this long ports were listened on and none was a declared one; 0 for never")
	flag.Parse()
	args := flag.Args()
	out := json.NewEncoder(os.Stdout)
	if len(args) == 1 && args[0] == "listen" {
		_ = out.Encode(map[string]any{"listening": listening(), "peak_bytes": peak()}) // the reader is gone if this fails
		return
	}
	if len(args) > 2 && args[0] == "limit" {
		fmt.Fprintln(os.Stderr, limit(args[1], args[2:]))
		os.Exit(127) // as a shell that cannot start a command
	}
	if len(args) == 3 && args[0] == "full" {
		if full(args[1], args[2]) {
			_ = out.Encode(map[string]bool{"full": true})
		}
		return
	}
	if len(args) > 1 && args[0] == "wait" {
		fmt.Fprintln(os.Stderr, wait(args[1:]))
		os.Exit(127)
	}
	if len(args) > 1 && args[0] == "linger" {
		os.Exit(linger(args[1:]))
	}
	if len(args) > 1 && args[0] == "command" {
		command(json.NewEncoder(os.Stderr), *most, args[1:])
		return
	}
	if len(args) == 1 && args[0] == "relay" {
		time.AfterFunc(*most, func() { os.Exit(0) }) // whoever opened it may be gone
		_ = tunnel.Serve(os.Stdin, os.Stdout)        // the other end sees it end
		return
	}
	if len(args) == 2 && args[0] == "look" {
		look(out, args[1])
		return
	}
	if len(args) > 1 && args[0] == "weigh" {
		sizes := make([]int64, len(args)-1)
		for i, folder := range args[1:] {
			sizes[i] = measure(folder)
		}
		_ = out.Encode(sizes)
		return
	}
	ask := question(args)
	astray := elsewhere{declared: strings.Split(*declared, ","), most: *patience}
	start := time.Now()
	for i := 1; ; i++ {
		began := time.Now()
		t := ask()
		t.Try, t.LatencyMS, t.AfterMS = i, time.Since(began).Milliseconds(), time.Since(start).Milliseconds()
		_ = out.Encode(t)
		if t.OK || time.Since(start) > *most || astray.still(listening(), time.Now()) {
			return
		}
		time.Sleep(max(time.Duration(min(i, 8))*60*time.Millisecond, time.Since(began))) // a check that takes long is not asked all the time
	}
}

// elsewhere watches for a program that listens, but on none of its ports.
type elsewhere struct {
	declared []string
	most     time.Duration // 0 for watching in vain
	since    time.Time     // when it was first seen so
}

// still reports whether it has been so for long enough.
func (e *elsewhere) still(listening []string, now time.Time) bool {
	listening = slices.DeleteFunc(slices.Clone(listening), func(l string) bool { return !strings.HasPrefix(l, "tcp ") })
	astray := len(listening) > 0 && e.most > 0
	for _, l := range listening {
		if slices.Contains(e.declared, l[strings.LastIndexByte(l, ':')+1:]) {
			astray = false
		}
	}
	switch {
	case !astray:
		e.since = time.Time{}
	case e.since.IsZero():
		e.since = now
	}
	return astray && now.Sub(e.since) >= e.most
}

func question(args []string) func() try {
	switch {
	case len(args) > 1 && args[0] == "exec":
		return func() try { return run(args[1:]) }
	case len(args) == 2 && args[0] == "dial":
		return func() try { return dial(args[1]) }
	}
	return func() try { return try{Output: "probe: exec, dial or listen is wanted"} }
}

const mostOutput = 2048

func run(args []string) try {
	c := exec.Command(args[0], args[1:]...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	c.WaitDelay = time.Second
	if err := c.Start(); err != nil {
		return try{Output: err.Error()}
	}
	stop := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
	err := c.Wait()
	stop.Stop()
	text := clip(strings.TrimSpace(out.String()))
	if err != nil {
		text = strings.TrimSpace(text + " (" + err.Error() + ")")
	}
	return try{OK: err == nil, Output: text}
}

func dial(address string) try {
	c, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return try{Output: err.Error()}
	}
	c.Close()
	return try{OK: true, Output: "connected to " + address}
}

func clip(s string) string {
	if len(s) > mostOutput {
		s = s[:mostOutput]
	}
	return strings.ToValidUTF8(s, "")
}
