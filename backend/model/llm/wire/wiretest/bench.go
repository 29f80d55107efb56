package wiretest

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

// FirstToken measures the time from the server's sending of the first text to
// its being heard, and beside it what a plain HTTP client takes for the first
// line: the difference is the client's and its library's.
func FirstToken(b *testing.B, p Protocol) {
	b.Helper()
	var sent atomic.Int64
	s := Serve(b, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", p.ContentType)
		for i, piece := range p.Answer {
			if i == p.Begun-1 {
				sent.Store(time.Now().UnixNano())
			}
			if !send(w, piece) {
				return
			}
		}
	})
	b.Run("client", func(b *testing.B) {
		c := p.Make(b, s.URL, key)
		r := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}
		measure(b, &sent, func(heard func()) error {
			_, err := c.Chat(b.Context(), r, func(llm.Piece) { heard() })
			return err
		})
	})
	b.Run("plain HTTP", func(b *testing.B) {
		measure(b, &sent, func(heard func()) error { return plainly(b.Context(), s.URL, p.Begun, heard) })
	})
}

func measure(b *testing.B, sent *atomic.Int64, ask func(heard func()) error) {
	b.Helper()
	var total time.Duration
	for b.Loop() {
		first := true
		err := ask(func() {
			if first {
				total += time.Duration(time.Now().UnixNano() - sent.Load())
				first = false
			}
		})
		if err != nil || first {
			b.Fatalf("nothing was heard: %v", err)
		}
	}
	b.ReportMetric(float64(total.Microseconds())/float64(b.N), "µs/first-token")
}

// plainly reads an answer by lines and tells when the first that counts arrived.
func plainly(ctx context.Context, url string, begun int, heard func()) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(answer.Body)
	for n := 0; lines.Scan(); {
		if line := lines.Text(); !strings.HasPrefix(line, "data:") && !strings.HasPrefix(line, "{") {
			continue
		}
		if n++; n == begun {
			heard()
		}
	}
	if err := answer.Body.Close(); err != nil {
		return err
	}
	return lines.Err()
}
