package tool

import (
	"sync"

	"aipack/backend/event"
)

// cache keeps the answers of one session.
type cache struct {
	mu           sync.Mutex
	held         map[string]Result
	hits, misses int
	bytes        int64
}

func (c *cache) get(key string) (Result, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.held[key]
	if ok {
		c.hits++
	} else {
		c.misses++
	}
	return r, ok
}

// put keeps an answer, unless the cache is full: a session that asks for so
// much is not helped by an eviction.
func (c *cache) put(key string, r Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := int64(len(key) + len(r.Text))
	if _, known := c.held[key]; known || c.bytes+size > mostHeld {
		return
	}
	if c.held == nil {
		c.held = map[string]Result{}
	}
	c.held[key] = r
	c.bytes += size
}

func (c *cache) stats() event.CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return event.CacheStats{Hits: c.hits, Misses: c.misses, Entries: len(c.held), Bytes: c.bytes}
}
