package inference

import (
	"errors"
	"io/fs"

	"aipack/backend/model/llm/llamacpp/protocol"
	"aipack/backend/model/modelfile/gguf"
)

// readHeader reads a model file's header before llama.cpp sees the file: for
// what goes onto a GPU, and because a damaged file deserves a better word than
// a crash.
func readHeader(path string) (gguf.Header, error) {
	h, err := gguf.Read(path)
	switch {
	case err == nil:
		return h, nil
	case errors.Is(err, fs.ErrNotExist):
		return h, fail(protocol.NoModel, "there is no model file %s", path)
	case errors.Is(err, gguf.ErrNot):
		return h, fail(protocol.NoModel, "%s is %v", path, err)
	}
	return h, fail(protocol.NoModel, "the model file cannot be read: %v", err)
}

// suits refuses a model for what it was not made for. llama.cpp would load it, and
// give numbers that say nothing.
func suits(h gguf.Header, vectors bool) error {
	switch {
	case vectors && !h.Vectors:
		return fail(protocol.NoModel, "this model (%s) gives no vectors for texts", h.Architecture)
	case !vectors && h.Encoder:
		return fail(protocol.NoModel, "this model (%s) reads texts and cannot write an answer", h.Architecture)
	}
	return nil
}
