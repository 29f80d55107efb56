package window

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/session"
)

// BenchmarkFirstTokenToThePage measures from the server's sending of an
// answer's first text until the page is handed the event with it: the goal is
// 100 ms. The page is told at most 17 times a second, but a
// word after silence at once.
func BenchmarkFirstTokenToThePage(b *testing.B) {
	var sent, took atomic.Int64
	var all []time.Duration
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/tags" {
			_, _ = io.WriteString(w, `{"models":[{"name":"qwen2.5-coder:7b"}]}`)
			return
		}
		took.Store(0)
		time.Sleep(100 * time.Millisecond) // a model reads the question first
		sent.Store(time.Now().UnixNano())
		_, _ = fmt.Fprintln(w, `{"message":{"role":"assistant","content":"{\"known\":"},"done":false}`)
		_ = http.NewResponseController(w).Flush()
		for range 200 { // an answer takes longer than its first word
			if took.Load() > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		_, _ = fmt.Fprintln(w, `{"message":{"role":"assistant","content":"false}"},"done":true,"done_reason":"stop","prompt_eval_count":1,"eval_count":1}`)
	}))
	defer server.Close()
	a, p := opened(b, served.Alone(b, server.URL))
	withMode(b, a, func(*settings.Preferences) {})
	a.Page.Frame.Emit = func(name string, payload any) {
		if batch, ok := payload.(session.RunBatch); ok && took.Load() == 0 && slices.ContainsFunc(batch.Events, func(e session.EventRow) bool { return e.Type == "llm.delta" }) {
			all = append(all, time.Duration(time.Now().UnixNano()-sent.Load()))
			took.Store(1)
		}
		p.emit(name, payload)
	}
	dir := doubtful(b)
	for b.Loop() {
		if _, err := a.Runs.Analyse(dir, ""); err != nil {
			b.Fatal(err)
		}
		<-p.end
	}
	slices.Sort(all)
	if len(all) == 0 {
		b.Fatal("no text reached the page")
	}
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms/median")
	b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "ms/longest")
	b.ReportMetric(float64(len(all)), "answers")
}
