package tunnel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"testing/iotest"
	"time"
)

func frame(kind byte, flags uint16, data string) []byte {
	head := append([]byte{0, kind}, binary.BigEndian.AppendUint16(nil, flags)...)
	head = binary.BigEndian.AppendUint32(head, 1)
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
			q := &quiet{out: out, in: io.Discard}
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
	q := &quiet{out: out, in: &in}
	go func() { _, _ = io.Copy(io.Discard, q) }()
	if _, err := far.Write(frame(dataFrame, 0x4, "")); err != nil {
		t.Fatal(err)
	}
	for q.held() == 0 { // until it is read
		time.Sleep(time.Millisecond)
	}
	time.AfterFunc(quietFor/4, func() { _ = far.Close() })
	if _, err := q.Write([]byte("late")); !errors.Is(err, io.ErrClosedPipe) || in.Len() > 0 {
		t.Errorf("%v, written %q", err, in.String())
	}
}

// A program that ends each of its connections is held up once a second.
func TestQuietHoldsOnce(t *testing.T) {
	q := &quiet{}
	now := time.Now()
	q.hold(now)
	first := q.until
	q.hold(now.Add(quietFor + quietEach/2))
	if q.until != first {
		t.Error("held again within a second")
	}
	if q.hold(now.Add(quietFor + 2*quietEach)); q.until == first {
		t.Error("not held a second later")
	}
}
