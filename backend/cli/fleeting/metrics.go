package fleeting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/fleet"
)

// metrics answers with what Prometheus reads: how the queue stands, and what this worker
// has done. https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
type metrics struct {
	queue  *fleet.Queue
	server *http.Server

	mu      sync.Mutex
	done    map[fleet.Cause]int
	known   int
	seconds float64
	cpu     float64
}

// answerWithin bounds how long the queue is waited for.
const answerWithin = 10 * time.Second

func serve(address string, q *fleet.Queue) (*metrics, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, &fault.Fault{Code: fault.CommandFailed, Message: "cannot listen on " + address, Err: err, Hint: "--metrics is HOST:PORT, with a port that nothing else has"}
	}
	m := &metrics{queue: q, done: map[fleet.Cause]int{}}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /metrics", m.answer)
	m.server = &http.Server{Handler: routes, ReadHeaderTimeout: answerWithin, WriteTimeout: 2 * answerWithin}
	go func() {
		if err := m.server.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			_ = l.Close() // nobody is answered any more; the work goes on
		}
	}()
	return m, nil
}

func (m *metrics) close() { _ = m.server.Close() }

func (m *metrics) count(r fleet.Result, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known {
		m.known++
		return
	}
	m.done[r.Cause]++
	m.seconds += r.Seconds
	m.cpu += r.CPU
}

func (m *metrics) answer(w http.ResponseWriter, r *http.Request) {
	ctx, stop := context.WithTimeout(r.Context(), answerWithin)
	defer stop()
	s, err := m.queue.Status(ctx)
	if err != nil {
		http.Error(w, "the queue does not answer", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.write(w, s)
}

func (m *metrics) write(w io.Writer, s fleet.Status) {
	head := func(name, kind, help string) { fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	head("aipack_fleet_jobs", "gauge", "Jobs in the queue.")
	fmt.Fprintf(w, "aipack_fleet_jobs{state=\"waiting\"} %d\naipack_fleet_jobs{state=\"later\"} %d\naipack_fleet_jobs{state=\"running\"} %d\n", s.Waiting, s.Later, s.Running)
	head("aipack_fleet_repositories", "gauge", "Repositories by their newest result.")
	for _, c := range fleet.Causes {
		fmt.Fprintf(w, "aipack_fleet_repositories{result=%q} %d\n", string(c), s.Causes[c])
	}
	head("aipack_fleet_workers", "gauge", "Workers that live.")
	fmt.Fprintf(w, "aipack_fleet_workers %d\n", len(s.Workers))
	m.mu.Lock()
	defer m.mu.Unlock()
	head("aipack_fleet_done_total", "counter", "Jobs that this worker has done, by their result.")
	for _, c := range fleet.Causes {
		fmt.Fprintf(w, "aipack_fleet_done_total{result=%q} %d\n", string(c), m.done[c])
	}
	head("aipack_fleet_known_total", "counter", "Jobs of this worker whose result was known.")
	fmt.Fprintf(w, "aipack_fleet_known_total %d\n", m.known)
	head("aipack_fleet_seconds_total", "counter", "Time that this worker's jobs took.")
	fmt.Fprintf(w, "aipack_fleet_seconds_total %g\n", m.seconds)
	head("aipack_fleet_cpu_seconds_total", "counter", "Time of processors that this worker's jobs took.")
	fmt.Fprintf(w, "aipack_fleet_cpu_seconds_total %g\n", m.cpu)
}
