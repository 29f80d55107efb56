package page

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func TestAProgramThatNeverStopsTalkingIsCutShort(t *testing.T) {
	k := &Said{}
	for range 64 {
		if n, err := k.Write(bytes.Repeat([]byte("y\n"), mostSaid/32)); err != nil || n != mostSaid/16 {
			t.Fatalf("%d %v", n, err)
		}
	}
	if text := k.Take(); len(text) > mostSaid+100 || !strings.Contains(text, fmt.Sprint(3*mostSaid)+" bytes more") {
		t.Errorf("%d bytes, the end is %q", len(text), text[len(text)-60:])
	}
	if _, err := k.Write([]byte("on")); err != nil || k.Take() != "on" {
		t.Error("what comes after it is lost")
	}
}
