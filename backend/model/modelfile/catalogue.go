// Package modelfile keeps the GGUF files that inference on this computer
// needs: which are known, which one suits a machine, fetching, checking and
// importing them. It knows nothing of inference.
package modelfile

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/model/modelfile/gguf"
)

// GiB is 1024³ bytes.
const GiB = 1 << 30

// Model is one GGUF file that can be fetched or is here.
type Model struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	File   string `json:"file"`   // name in the folder and on the hub
	Repo   string `json:"repo"`   // on the hub, "" for the user's own file
	Commit string `json:"commit"` // of the repository, 40 hex digits; "" where the hub says it at first contact
	Bytes  int64  `json:"bytes"`  // 0 where not known yet
	SHA256 string `json:"sha256"` // "" where not known yet
	Need   int64  `json:"need"`   // bytes of memory (A112 to A114), without the headroom

	Context      int    `json:"context"`    // tokens that it was trained for
	Weights      int64  `json:"weights"`    // parameters, 0 where not known
	Active       int64  `json:"active"`     // of them, those that a token is computed with
	Parameters   string `json:"parameters"` // Weights for people: "7.6B"
	Quantisation string `json:"quantisation"`
	Architecture string `json:"architecture"` // as llama.cpp names it
	gguf.Cache          // what a conversation takes beside the weights

	Licence       string `json:"licence"`
	LicenceURL    string `json:"licence_url"`
	NonCommercial bool   `json:"non_commercial"`

	Vectors bool `json:"vectors,omitempty"` // it gives vectors for texts, by which code is found, and answers nothing

	Made string `json:"made"` // what its maker made it for (A085): "code", "general use and tools"; "" for a file of the user's
}

// Named finds a model of the catalogue by its id, its file's name, or what is
// unmistakable of its id: "7b".
func Named(name string) (Model, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	all := Catalogue()
	for _, m := range all {
		if name == m.ID || name == strings.ToLower(m.File) || name == m.ID+"-instruct" || name == strings.Replace(m.ID, "coder-", "coder:", 1) {
			return m, true
		}
	}
	if like := alike(name); len(like) == 1 {
		return like[0], true
	}
	return Model{}, false
}

// alike are the models of the catalogue whose ids end with a word.
func alike(word string) []Model {
	var out []Model
	for _, m := range Catalogue() {
		if word != "" && strings.HasSuffix(m.ID, "-"+strings.ToLower(word)) {
			out = append(out, m)
		}
	}
	return out
}

// OnHub reads OWNER/REPOSITORY/FILE.gguf, with @COMMIT or not: a file of the
// hub that is not in the catalogue. Its size and sum are what the hub says at
// first contact; they are pinned from then on.
func OnHub(name string) (Model, bool) {
	rest, commit, _ := strings.Cut(name, "@")
	parts := strings.Split(rest, "/")
	if len(parts) != 3 || !strings.HasSuffix(strings.ToLower(rest), ".gguf") || (commit != "" && !isHex(commit, 40)) {
		return Model{}, false
	}
	for _, p := range parts {
		if !plainName(p) {
			return Model{}, false
		}
	}
	file := parts[2]
	return Model{
		ID: ownID(file), Name: strings.TrimSuffix(file, file[len(file)-5:]), File: file,
		Repo: parts[0] + "/" + parts[1], Commit: commit,
	}, true
}

// ownID is the id of a file that is not in the catalogue.
func ownID(file string) string { return "own:" + file }

// plainName says whether a word is one path element that no system reads in
// another way.
func plainName(s string) bool {
	if s == "" || len(s) > 200 || s[0] == '.' || s[0] == '-' {
		return false
	}
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_', r == '+':
		default:
			return false
		}
	}
	return true
}

func isHex(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return true
}

// bySize puts the largest first, and models of one size by name.
func bySize(list []Model) {
	slices.SortStableFunc(list, func(a, b Model) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.File, b.File))
	})
}
