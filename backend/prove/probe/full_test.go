package main

import "testing"

func TestFull(t *testing.T) {
	t.Parallel()
	if !full("0", t.TempDir()) {
		t.Error("a file system that holds something is not past 0 bytes")
	}
	if full("1", "/no/such/folder") || full("much", t.TempDir()) {
		t.Error("what cannot be asked is full")
	}
}
