package event

import (
	"sort"
	"sync"
)

// ToolMetrics counts one tool's work.
type ToolMetrics struct {
	Tool       string `json:"tool"`
	Calls      int    `json:"calls"`
	CacheHits  int    `json:"cache_hits"`
	Errors     int    `json:"errors"`
	DurationMS int64  `json:"duration_ms"`
}

// PhaseMetrics adds up one phase over all services and runs.
type PhaseMetrics struct {
	Phase      string `json:"phase"`
	Runs       int    `json:"runs"`
	DurationMS int64  `json:"duration_ms"`
}

// Metrics collects counts over any number of runs. Its Sink may be called from
// several goroutines.
type Metrics struct {
	mu          sync.Mutex
	tools       map[string]*ToolMetrics
	phases      map[string]*PhaseMetrics
	llmCalls    int
	totalTokens int
	cache       CacheStats
}

// NewMetrics makes an empty collector.
func NewMetrics() *Metrics {
	return &Metrics{tools: map[string]*ToolMetrics{}, phases: map[string]*PhaseMetrics{}}
}

// Sink feeds the collector.
func (m *Metrics) Sink(s Stamped) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch e := s.Event.(type) {
	case ToolCompleted:
		t := entry(m.tools, e.Tool)
		t.Tool, t.Calls, t.DurationMS = e.Tool, t.Calls+1, t.DurationMS+e.DurationMS
	case ToolCached:
		t := entry(m.tools, e.Tool)
		t.Tool, t.Calls, t.CacheHits = e.Tool, t.Calls+1, t.CacheHits+1
	case ToolFailed:
		t := entry(m.tools, e.Tool)
		t.Tool, t.Calls, t.Errors = e.Tool, t.Calls+1, t.Errors+1
	case CacheStats:
		m.cache = CacheStats{Hits: m.cache.Hits + e.Hits, Misses: m.cache.Misses + e.Misses, Entries: e.Entries, Bytes: e.Bytes}
	case LLMResponse:
		m.llmCalls++
		if e.Usage != nil {
			m.totalTokens += e.Usage.Total
		}
	case PhaseCompleted:
		p := entry(m.phases, e.Phase)
		p.Phase, p.Runs, p.DurationMS = e.Phase, p.Runs+1, p.DurationMS+e.DurationMS
	}
}

func entry[T any](all map[string]*T, key string) *T {
	if all[key] == nil {
		all[key] = new(T)
	}
	return all[key]
}

// Tools lists the tools' metrics, sorted by name.
func (m *Metrics) Tools() []ToolMetrics {
	m.mu.Lock()
	defer m.mu.Unlock()
	return sorted(m.tools, func(t ToolMetrics) string { return t.Tool })
}

// Phases lists the phases' metrics, sorted by name.
func (m *Metrics) Phases() []PhaseMetrics {
	m.mu.Lock()
	defer m.mu.Unlock()
	return sorted(m.phases, func(p PhaseMetrics) string { return p.Phase })
}

func sorted[T any](all map[string]*T, key func(T) string) []T {
	out := make([]T, 0, len(all))
	for _, v := range all {
		out = append(out, *v)
	}
	sort.Slice(out, func(i, j int) bool { return key(out[i]) < key(out[j]) })
	return out
}

// LLM counts how often models were asked and the tokens it took.
func (m *Metrics) LLM() (calls, totalTokens int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.llmCalls, m.totalTokens
}

// Cache is what the tools' caches did: hits and misses of all explorations, entries
// and bytes of the last one, each of which has a cache of its own.
func (m *Metrics) Cache() CacheStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cache
}

// CacheHitRate is the share of tool calls that the cache answered, 0 to 1.
func (m *Metrics) CacheHitRate() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	var calls, hits int
	for _, t := range m.tools {
		calls += t.Calls
		hits += t.CacheHits
	}
	if calls == 0 {
		return 0
	}
	return float64(hits) / float64(calls)
}
