package slug

import "testing"

func TestOf(t *testing.T) {
	if got := Of("Hello  World"); got != "hello-world" {
		t.Errorf("got %q", got)
	}
}
