package tunnel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/iotest"
	"time"
)

func frame(kind byte, flags uint16, data string) []byte { return frameOf(1, kind, flags, data) }

func frameOf(stream uint32, kind byte, flags uint16, data string) []byte {
	head := append([]byte{0, kind}, binary.BigEndian.AppendUint16(nil, flags)...)
	head = binary.BigEndian.AppendUint32(head, stream)
	return append(binary.BigEndian.AppendUint32(head, uint32(len(data))), data...)
}

// Only a frame's own head says that a connection ended, however it is cut.
func TestQuietReadsTheHeads(t *testing.T) {
	like := string(frame(dataFrame, 0x4, ""))
	for name, c := range map[string]struct {
		frames []byte
		want   bool
	}{
		"data":                     {frame(dataFrame, 0, "hello"), false},
		"data that looks like one": {frame(dataFrame, 0, like+like), false},
		"an end behind it":         {append(frame(dataFrame, 0, like), frame(dataFrame, 0x4, "")...), true},
		"a window, and an end":     {append(frame(1, 0, "")[:8], append([]byte{0, 4, 0, 0}, frame(1, 0x8, "")...)...), true},
		"an end with data":         {frame(dataFrame, 0x4, "bye"), true},
	} {
		for _, out := range []io.Reader{bytes.NewReader(c.frames), iotest.OneByteReader(bytes.NewReader(c.frames))} {
			q := newQuiet(out, io.Discard)
			if got, err := io.ReadAll(q); err != nil || !bytes.Equal(got, c.frames) {
				t.Fatalf("%s: read %q, %v", name, got, err)
			}
			if held := !q.until.IsZero(); held != c.want {
				t.Errorf("%s: held %v", name, held)
			}
		}
	}
}

// What waits is not written where the far end is over in the meantime.
func TestQuietWaits(t *testing.T) {
	out, far := io.Pipe()
	var in bytes.Buffer
	q := newQuiet(out, &in)
	go func() { _, _ = io.Copy(io.Discard, q) }()
	if _, err := far.Write(frame(dataFrame, 0x4, "")); err != nil {
		t.Fatal(err)
	}
	for q.held() == 0 { // until it is read
		time.Sleep(time.Millisecond)
	}
	time.AfterFunc(quietFor/4, func() { _ = far.Close() })
	if _, err := q.Write(frame(dataFrame, 0, "late")); !errors.Is(err, io.ErrClosedPipe) || in.Len() > 0 {
		t.Errorf("%v, written %q", err, in.String())
	}
}

// A program that ends each of its connections is held up once a second.
func TestQuietHoldsOnce(t *testing.T) {
	q := newQuiet(nil, nil)
	now := time.Now()
	q.hears(1, now)
	first := q.until
	q.hears(2, now.Add(quietFor+quietEach/2))
	if q.until != first {
		t.Error("held again within a second")
	}
	if q.hears(3, now.Add(quietFor+2*quietEach)); q.until == first {
		t.Error("not held a second later")
	}
}

// That the far end follows what this end has ended says nothing of it.
func TestQuietIsNotHeldByItsOwnEnd(t *testing.T) {
	q := newQuiet(nil, io.Discard)
	if _, err := q.Write(frame(1, fin, "")); err != nil {
		t.Fatal(err)
	}
	if q.hears(1, time.Now()); q.held() > 0 || len(q.closed) > 0 {
		t.Errorf("held for %s, %d connections are half closed", q.held(), len(q.closed))
	}
}

// Where nothing is held up any more, what goes to a connection that the far end has
// ended waits all the same, in its order, and nobody else with it.
func TestQuietWaitsForOneConnection(t *testing.T) {
	var in lockedBuffer
	q := newQuiet(nil, &in)
	now := time.Now()
	q.hears(2, now.Add(-quietFor-quietEach/2)) // what was held is over
	q.hears(4, now)
	data, end, other := frameOf(4, dataFrame, 0, "late"), frameOf(4, 1, fin, "")[:headSize], frameOf(6, dataFrame, 0, "now")
	for _, b := range [][]byte{data, end[:5], end[5:], other} {
		if _, err := q.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if got := in.text(); got != string(other) {
		t.Fatalf("written at first: %q", got)
	}
	want := string(other) + string(data) + string(end)
	for deadline := time.Now().Add(5 * time.Second); in.text() != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("written in the end: %q", in.text())
		}
	}
	if time.Since(now) < quietFor {
		t.Errorf("it waited for %s", time.Since(now))
	}
}

type lockedBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(p)
}

func (b *lockedBuffer) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}
