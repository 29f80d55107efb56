package facts_test

import (
	"testing"

	"github.com/klauspost/compress/zstd"
)

// frame makes a frame of zstd of bytes, so that a fuzzer gets at what is in it.
func frame(b []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	defer w.Close()
	return w.EncodeAll(b, nil)
}

func unpacked(t testing.TB, b []byte) []byte {
	r, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := r.DecodeAll(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
