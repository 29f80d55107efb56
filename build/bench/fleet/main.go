// Command fleet measures aipack fleet on many repositories, which it makes of the fixtures,
// against plain processes of aipack-cli that do the same without a queue, in turn, in one
// run. With -kill it holds the report of workers that are killed against that of workers
// that are not, and with -grow it measures a queue with that many jobs.
//
//	go run ./build/bench/fleet -n 200
//	go run ./build/bench/fleet -n 200 -queue 'postgres:///bench?host=/tmp' -kill 3s
//	go run ./build/bench/fleet -n 0 -grow 100000
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

type bench struct {
	light, engine, queue string
	n, processes, rounds int
	kill                 time.Duration
	work                 string
}

func main() {
	var b bench
	flag.StringVar(&b.light, "cli", filepath.Join("build", "bin", "aipack-cli"), "the program that detects")
	flag.StringVar(&b.engine, "engine", filepath.Join("build", "bin", "aipack-engine"), "the program with the fleet, beside it")
	flag.StringVar(&b.queue, "queue", "", "an empty PostgreSQL database; absent: a file")
	flag.IntVar(&b.n, "n", 200, "repositories")
	flag.IntVar(&b.processes, "processes", 2, "at once")
	flag.IntVar(&b.rounds, "rounds", 3, "times that each is measured; the median counts")
	flag.DurationVar(&b.kill, "kill", 0, "kill one of three workers this often, and compare the reports")
	grow := flag.Int("grow", 0, "jobs of a queue that is measured by itself")
	flag.Parse()
	if err := b.run(*grow); err != nil {
		fmt.Fprintln(os.Stderr, "fleet:", err)
		os.Exit(1)
	}
}

func (b *bench) run(grow int) (err error) {
	if b.work, err = os.MkdirTemp("", "aipack-fleet-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.work)
	for _, p := range []*string{&b.light, &b.engine} {
		if *p, err = filepath.Abs(*p); err != nil {
			return err
		}
	}
	load := loads()
	if b.n > 0 {
		list, err := repositories(filepath.Join(b.work, "repositories"), b.n)
		if err != nil {
			return err
		}
		if b.kill > 0 {
			err = b.killed(list)
		} else {
			err = b.compare(list)
		}
		if err != nil {
			return err
		}
	}
	if grow > 0 {
		if err := b.grow(grow); err != nil {
			return err
		}
	}
	fmt.Printf("load %s before, %s after\n", load, loads())
	return nil
}

func loads() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// compare measures processes without a queue, and a fleet with as many, in turn.
func (b *bench) compare(list []string) error {
	var plain, fleet []float64
	for round := range b.rounds {
		began := time.Now()
		if err := b.plain(list); err != nil {
			return err
		}
		plain = append(plain, time.Since(began).Seconds())
		began = time.Now()
		if _, err := b.fleet(list, round); err != nil {
			return err
		}
		fleet = append(fleet, time.Since(began).Seconds())
		fmt.Printf("round %d: %.1f s without a queue, %.1f s as a fleet\n", round+1, plain[round], fleet[round])
	}
	slices.Sort(plain)
	slices.Sort(fleet)
	p, f := plain[len(plain)/2], fleet[len(fleet)/2]
	fmt.Printf("%d repositories, %d at once: %.1f s without a queue (%.1f a second), %.1f s as a fleet (%.1f a second): %.0f %% of the speed\n",
		len(list), b.processes, p, float64(len(list))/p, f, float64(len(list))/f, 100*p/f)
	return nil
}

// plain detects all, by processes that each have their share.
func (b *bench) plain(list []string) error {
	next := make(chan string)
	errs := make(chan error, b.processes)
	for range b.processes {
		go func() {
			var failed error
			for folder := range next {
				c := exec.Command(b.light, "detect", folder, "--format", "json")
				var exit *exec.ExitError
				if _, err := c.Output(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
					failed = errors.Join(failed, fmt.Errorf("%s: %w", folder, err))
				}
			}
			errs <- failed
		}()
	}
	for _, folder := range list {
		next <- folder
	}
	close(next)
	var failed error
	for range b.processes {
		failed = errors.Join(failed, <-errs)
	}
	return failed
}

// command is one of the fleet's. Each round has a queue of its own where that is a file.
func (b *bench) command(ctx context.Context, round int, args ...string) *exec.Cmd {
	queue := b.queue
	if queue == "" {
		queue = filepath.Join(b.work, fmt.Sprintf("queue-%d.db", round))
	}
	c := exec.CommandContext(ctx, b.engine, append([]string{"fleet", "--queue", queue}, args...)...)
	c.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(b.work, "cache"))
	return c
}

// fleet runs a list, and gives the report.
func (b *bench) fleet(list []string, round int) (string, error) {
	c := b.command(context.Background(), round, "run", "-", "--again", "--jobs", fmt.Sprint(b.processes), "--format", "jsonl")
	c.Stdin = strings.NewReader(strings.Join(list, "\n"))
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("fleet run: %w: %s", err, said.String())
	}
	return plainly(out)
}

// killed runs three workers and kills one of them again and again.
func (b *bench) killed(list []string) error {
	file := b.queue
	b.queue = "" // the undisturbed one needs no other's
	undisturbed, err := b.fleet(list, 0)
	if err != nil {
		return err
	}
	b.queue = file
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	c := b.command(ctx, 1, "add", "-")
	c.Stdin = strings.NewReader(strings.Join(list, "\n"))
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("fleet add: %w: %s", err, said)
	}
	began := time.Now()
	start := func() *exec.Cmd {
		w := b.command(ctx, 1, "work", "--until-empty", "--jobs", "1", "--lease", "5s", "--most-losses", "1000")
		w.Stderr = os.Stderr
		if err := w.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return w
	}
	var all sync.WaitGroup
	deaths := make(chan int, 1)
	for i := range 3 {
		all.Go(func() {
			n := 0
			for {
				w := start()
				ended := make(chan error, 1)
				go func() { ended <- w.Wait() }()
				select {
				case err := <-ended:
					if err == nil {
						if i == 0 {
							deaths <- n
						}
						return
					}
				case <-killAfter(i, b.kill):
					_ = w.Process.Kill() // it may be over
					if <-ended != nil {
						n++
					}
				}
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	out, err := b.command(ctx, 1, "results", "--format", "jsonl").Output()
	if err != nil {
		return err
	}
	got, err := plainly(out)
	if err != nil {
		return err
	}
	fmt.Printf("%d repositories, three workers, one killed %d times: %.1f s; the report is the undisturbed one's: %v\n", len(list), <-deaths, took.Seconds(), got == undisturbed)
	if got != undisturbed {
		return errors.New("the reports differ")
	}
	return nil
}

// killAfter lets two of the workers live.
func killAfter(i int, every time.Duration) <-chan time.Time {
	if i > 0 {
		return nil
	}
	return time.After(every)
}
