package gateway

import (
	"aipack/backend/base/fault"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/modelfile"
)

// Meaning is the model on this computer that says what texts mean, with its name.
// The error says how to get it.
func (g *Models) Meaning() (*llamacpp.Embedder, string, error) {
	e := modelfile.Shelf{Dir: modelfile.Folder()}.Meaning()
	switch {
	case e.State != modelfile.Ready:
		return nil, "", &fault.Fault{
			Code: fault.ModelNotFound, Message: "the model that finds code by meaning is not here",
			Hint: "aipack model pull " + e.ID + " downloads it (" + modelfile.FileSize(e.Bytes) + ")",
		}
	case llamacpp.FindLibraries() == "":
		return nil, "", selector.Lacking("the part of aipack that runs models (llama.cpp's libraries) is missing: reinstall aipack's package")
	}
	return g.vectors(e), e.ID, nil
}

// vectors gives the model of a file that says what texts mean.
func (g *Models) vectors(e modelfile.Entry) *llamacpp.Embedder {
	return g.embedder.open(e.Path, func() *llamacpp.Embedder {
		return llamacpp.NewEmbedder(llamacpp.Options{Model: e.Path, Name: e.ID, ContextTokens: e.Context, Idle: idleEmbedder})
	})
}
