package tunnel

import (
	"encoding/binary"
	"io"
	"sync"
	"time"
)

// quiet waits with what is to be written for a moment after the far end has ended
// a connection. That may be the last thing that a container did, and BuildKit
// (v0.33, frontend/gateway) ends the stream of all processes of a container, with
// their exit codes, when one is written to that is over. In that moment the end of
// the far end arrives, and nothing is written any more.
type quiet struct {
	out io.Reader
	in  io.Writer

	head []byte // of the frame that is read, as far as it has come
	left uint32 // bytes of its data that are still to come

	mu    sync.Mutex
	until time.Time
	over  bool
}

const (
	quietFor = 200 * time.Millisecond
	// quietEach bounds what a program that ends each of its connections costs.
	quietEach = time.Second
)

// A frame of yamux begins with these
// (https://github.com/hashicorp/yamux/blob/master/spec.md#framing): version, type,
// flags, stream and length, which is that of what follows for data alone.
const (
	headSize  = 12
	dataFrame = 0
	ending    = 0x4 | 0x8 // FIN, RST
)

func (q *quiet) Read(b []byte) (int, error) {
	n, err := q.out.Read(b)
	q.follow(b[:n])
	if err != nil {
		q.mu.Lock()
		q.over = true
		q.mu.Unlock()
	}
	return n, err
}

// follow reads the heads of the frames.
func (q *quiet) follow(b []byte) {
	for len(b) > 0 {
		if q.left > 0 {
			skip := min(uint32(len(b)), q.left)
			q.left -= skip
			b = b[skip:]
			continue
		}
		take := min(headSize-len(q.head), len(b))
		q.head, b = append(q.head, b[:take]...), b[take:]
		if len(q.head) < headSize {
			return
		}
		if q.head[1] == dataFrame {
			q.left = binary.BigEndian.Uint32(q.head[8:])
		}
		if binary.BigEndian.Uint16(q.head[2:])&ending != 0 {
			q.hold(time.Now())
		}
		q.head = q.head[:0]
	}
}

func (q *quiet) hold(now time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now.Sub(q.until) > quietEach {
		q.until = now.Add(quietFor)
	}
}

// held is for how long nothing is to be written.
func (q *quiet) held() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return max(time.Until(q.until), 0)
}

func (q *quiet) Write(b []byte) (int, error) {
	time.Sleep(q.held())
	q.mu.Lock()
	over := q.over
	q.mu.Unlock()
	if over {
		return 0, io.ErrClosedPipe
	}
	return q.in.Write(b)
}
