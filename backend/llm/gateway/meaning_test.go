package gateway

import (
	"errors"
	"strings"
	"testing"

	"aipack/backend/fault"
	"aipack/backend/modelfile"
)

func TestMeaningSaysHowItIsHad(t *testing.T) {
	t.Setenv("AIPACK_MODELS", t.TempDir())
	_, _, err := New("test").Meaning()
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.ModelNotFound || !strings.Contains(f.Hint, "aipack model pull "+modelfile.Meaning().ID) {
		t.Errorf("%v", err)
	}
}
