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

	read  frames // as far as they have come
	write frames
	whole []byte // what there is of the frame that is written

	mu     sync.Mutex
	until  time.Time            // nothing is written before
	over   bool                 // the far end is
	ended  map[uint32]time.Time // connections by the far end alone, and when
	closed map[uint32]bool      // connections by this end alone
	late   map[uint32][]byte    // what waits for a moment after the far end's end

	writing sync.Mutex // one frame after the other
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
	fin, rst  = 0x4, 0x8
)

// frames cuts what comes in pieces.
type frames struct {
	head []byte // of the frame that comes, as far as it has come
	left int    // bytes of its data that are still to come
}

// next takes the rest of one frame from the beginning of b, or all of b. With a
// frame's whole head it says which stream it is of, and its flags.
func (f *frames) next(b []byte) (taken int, whole bool, stream uint32, flags uint16) {
	if f.left == 0 {
		taken = min(headSize-len(f.head), len(b))
		if f.head = append(f.head, b[:taken]...); len(f.head) < headSize {
			return taken, false, 0, 0
		}
		if f.head[1] == dataFrame {
			f.left = int(binary.BigEndian.Uint32(f.head[8:]))
		}
	}
	data := min(f.left, len(b)-taken)
	f.left -= data
	stream, flags = binary.BigEndian.Uint32(f.head[4:]), binary.BigEndian.Uint16(f.head[2:])
	if whole = f.left == 0; whole {
		f.head = f.head[:0]
	}
	return taken + data, whole, stream, flags
}

func newQuiet(out io.Reader, in io.Writer) *quiet {
	return &quiet{out: out, in: in, ended: map[uint32]time.Time{}, closed: map[uint32]bool{}, late: map[uint32][]byte{}}
}

func (q *quiet) Read(b []byte) (int, error) {
	n, err := q.out.Read(b)
	for at := 0; at < n; {
		taken, whole, stream, flags := q.read.next(b[at:n])
		if at += taken; whole && flags&(fin|rst) != 0 {
			q.hears(stream, time.Now())
		}
	}
	if err != nil {
		q.mu.Lock()
		q.over = true
		q.mu.Unlock()
	}
	return n, err
}

// hears notes that the far end has ended a connection. Where this end did so
// first, that is no news.
func (q *quiet) hears(stream uint32, now time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed[stream] {
		delete(q.closed, stream)
		return
	}
	q.ended[stream] = now
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

// Write takes one frame or a part of it; only whole ones are written.
func (q *quiet) Write(b []byte) (int, error) {
	for at := 0; at < len(b); {
		taken, whole, stream, flags := q.write.next(b[at:])
		q.whole = append(q.whole, b[at:at+taken]...)
		if at += taken; !whole {
			continue
		}
		time.Sleep(q.held())
		frame := q.whole
		q.whole = nil
		if q.waits(stream, flags, frame) {
			continue
		}
		if err := q.put(frame); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// waits keeps what is written to a connection that the far end has ended until a
// moment after that, and reports whether it does.
func (q *quiet) waits(stream uint32, flags uint16, frame []byte) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at, ended := q.ended[stream]
	switch {
	case ended && flags&(fin|rst) != 0:
		delete(q.ended, stream)
	case flags&fin != 0:
		q.closed[stream] = true
	}
	before, waiting := q.late[stream]
	rest := quietFor - time.Since(at)
	if !waiting && (!ended || rest <= 0) {
		return false
	}
	if q.late[stream] = append(before, frame...); !waiting {
		time.AfterFunc(rest, func() { q.catchUp(stream) })
	}
	return true
}

// catchUp writes what has waited, before anything that comes after it.
func (q *quiet) catchUp(stream uint32) {
	q.writing.Lock()
	defer q.writing.Unlock()
	q.mu.Lock()
	frames := q.late[stream]
	delete(q.late, stream)
	over := q.over
	q.mu.Unlock()
	if !over {
		_, _ = q.in.Write(frames) // whose loss the next frame tells
	}
}

func (q *quiet) put(b []byte) error {
	q.writing.Lock()
	defer q.writing.Unlock()
	q.mu.Lock()
	over := q.over
	q.mu.Unlock()
	if over {
		return io.ErrClosedPipe
	}
	_, err := q.in.Write(b)
	return err
}
