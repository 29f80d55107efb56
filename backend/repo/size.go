package repo

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Size gives a file's size in bytes; a link's own, not its target's.
func (r *Tree) Size(name string) (int64, error) {
	p, err := clean(name)
	if err == nil {
		var n int64
		if n, err = r.src.size(p); err == nil {
			return n, nil
		}
		err = fmt.Errorf("%s: %w", name, bare(err))
	}
	return 0, fmt.Errorf("measuring %w", err)
}

// TotalSize adds up the sizes of files in bytes. The walk itself asks for none:
// on a large tree that takes as long as the walk. A file that is gone counts
// nothing; a context that ends leaves the rest out.
func (r *Tree) TotalSize(ctx context.Context, files []File) int64 {
	const chunk = 512
	var total, next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			from := int(next.Add(chunk)) - chunk
			if from >= len(files) {
				return
			}
			var sum int64
			for _, f := range files[from:min(from+chunk, len(files))] {
				if n, err := r.src.size(f.Path); err == nil {
					sum += n
				}
			}
			total.Add(sum)
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 8, len(files)/chunk) {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return total.Load()
}

// Stamp is what tells that a file has not been written since.
type Stamp struct {
	Size     int64 // bytes
	Modified time.Time
}

// Stamp looks at a file without opening it.
func (r *Tree) Stamp(name string) (Stamp, error) {
	p, err := clean(name)
	if err != nil {
		return Stamp{}, fmt.Errorf("reading %w", err)
	}
	info, err := r.src.stat(p)
	if err != nil {
		return Stamp{}, fmt.Errorf("reading %s: %w", name, bare(err))
	}
	return Stamp{Size: info.Size(), Modified: info.ModTime()}, nil
}
