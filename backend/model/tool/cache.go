package tool

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"aipack/backend/base/event"
	"aipack/backend/repo"
)

// cache keeps the answers of one session, each for as long as the files that it
// is made of stay as they were.
type cache struct {
	mu           sync.Mutex
	held         map[string]kept
	hits, misses int
	bytes        int64
}

// kept is an answer with what its files looked like before it was made.
type kept struct {
	Result
	stamp string
}

func (c *cache) get(key, stamp string) (Result, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.held[key]
	if ok = ok && stamp != "" && k.stamp == stamp; ok {
		c.hits++
	} else {
		c.misses++
	}
	return k.Result, ok
}

// put keeps an answer in the place of an older one, unless the cache is full: a
// session that asks for so much is not helped by an eviction.
func (c *cache) put(key, stamp string, r Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := func(r Result) int64 { return int64(len(key) + len(r.Text)) }
	if old, known := c.held[key]; known {
		delete(c.held, key)
		c.bytes -= size(old.Result)
	}
	if stamp == "" || c.bytes+size(r) > mostHeld {
		return
	}
	if c.held == nil {
		c.held = map[string]kept{}
	}
	c.held[key] = kept{r, stamp}
	c.bytes += size(r)
}

func (c *cache) stats() event.CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return event.CacheStats{Hits: c.hits, Misses: c.misses, Entries: len(c.held), Bytes: c.bytes}
}

// mostStamped is how many entries of a folder are looked at to see whether they
// are as they were. An answer about a larger folder is made anew each time.
const mostStamped = 20_000

// stamp says in short what the files look like that a call asks about: their
// names, sizes and times. Only what stays the same may be answered as before. It
// is "" where that cannot be said.
func (in room) stamp(ctx context.Context, canonical json.RawMessage) string {
	var args struct {
		Path *paths `json:"path"`
	}
	if err := json.Unmarshal(canonical, &args); err != nil || args.Path == nil || in.repo == nil {
		return "no files"
	}
	sum := sha256.New()
	for _, name := range args.Path.names {
		stamp, err := in.repo.Stamp(name)
		fmt.Fprintf(sum, "%q %d %d %v\n", name, stamp.Size, stamp.Modified.UnixNano(), err != nil)
		if err != nil || !in.repo.IsDir(name) {
			continue
		}
		f := repo.DefaultDirFilter()
		f.Dirs, f.Files, f.Hidden, f.Closed = true, true, true, true
		below, err := in.repo.Walk(ctx, name, repo.WalkOptions{MaxDepth: 64, MaxFiles: mostStamped, Filter: f})
		if err != nil || below.Truncated {
			return ""
		}
		for _, e := range below.Entries {
			fmt.Fprintf(sum, "%q %s %d %d %q\n", e.Path, e.Type, e.Size, e.Modified.UnixNano(), e.Target)
		}
	}
	return string(sum.Sum(nil))
}
