package gateway

import (
	"errors"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile"
)

func TestMeaningSaysHowItIsHad(t *testing.T) {
	t.Setenv("AIPACK_MODELS", t.TempDir())
	_, _, err := New("test").Meaning()
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.ModelNotFound || !strings.Contains(f.Hint, "aipack model pull "+modelfile.Meaning().ID) {
		t.Errorf("%v", err)
	}
}

// TestTheEmbedderLivesBesideTheModelThatConverses: neither ends the other, a process
// has one of each, and a file that is to be removed is let go.
func TestTheEmbedderLivesBesideTheModelThatConverses(t *testing.T) {
	g := New("test")
	chat := g.converser(modelfile.Entry{Model: modelfile.Model{ID: "chat"}, Path: "chat.gguf"})
	small := modelfile.Entry{Model: modelfile.Model{ID: "small", Context: 256}, Path: "small.gguf"}
	one := g.vectors(small)
	if g.vectors(small) != one || g.converser(modelfile.Entry{Path: "chat.gguf"}) != chat {
		t.Error("a model that is there was opened anew")
	}
	if !g.Release("chat.gguf") || g.vectors(small) != one {
		t.Error("the embedder went with the other model")
	}
	if !g.Release("small.gguf") || g.embedder.client != nil || g.vectors(small) == one {
		t.Error("the embedder was not let go")
	}
}
