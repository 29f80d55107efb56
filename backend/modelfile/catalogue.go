// Package modelfile keeps the GGUF files that inference on this computer
// needs: which are known, which one suits a machine, fetching, checking and
// importing them. It knows nothing of inference.
package modelfile

import (
	"cmp"
	"slices"
	"strings"
)

// GiB is 1024³ bytes.
const GiB = 1 << 30

// Model is one GGUF file that can be fetched or is here.
type Model struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	File          string `json:"file"`   // name in the folder and on the hub
	Repo          string `json:"repo"`   // on the hub, "" for the user's own file
	Commit        string `json:"commit"` // of the repository, 40 hex digits; "" where the hub says it at first contact
	Bytes         int64  `json:"bytes"`  // 0 where not known yet
	SHA256        string `json:"sha256"` // "" where not known yet
	Need          int64  `json:"need"`   // bytes of memory (A112 to A114), without the headroom
	Context       int    `json:"context"`
	Layers        int    `json:"layers"`
	CacheByte     int64  `json:"cache_byte"` // of the f16 key and value cache, per token
	Parameters    string `json:"parameters"`
	Quantisation  string `json:"quantisation"`
	Architecture  string `json:"architecture"`
	Licence       string `json:"licence"`
	LicenceURL    string `json:"licence_url"`
	NonCommercial bool   `json:"non_commercial"`
}

// Catalogue lists the models that aipack offers, the largest first. Commits,
// sizes and sums are those of the publisher's repositories as they have stood
// since 12 November 2024; memory needs are the specification's.
func Catalogue() []Model {
	return []Model{
		{
			ID: "qwen2.5-coder-7b", Name: "Qwen2.5-Coder 7B", File: "qwen2.5-coder-7b-instruct-q4_k_m.gguf",
			Repo: "Qwen/Qwen2.5-Coder-7B-Instruct-GGUF", Commit: "13fb94bfda8c8cf22497dc57b78f391a9acb426a",
			Bytes: 4_683_073_536, SHA256: "509287f78cb4d4cf6b3843734733b914b2c158e43e22a7f4bf5e963800894d3c",
			Need: 8 * GiB, Context: 32768, Layers: 28, CacheByte: 56 << 10, Parameters: "7.6B",
			Quantisation: "Q4_K_M", Architecture: "qwen2", Licence: "Apache-2.0",
			LicenceURL: "https://huggingface.co/Qwen/Qwen2.5-Coder-7B-Instruct-GGUF/blob/main/LICENSE",
		},
		{
			ID: "qwen2.5-coder-3b", Name: "Qwen2.5-Coder 3B", File: "qwen2.5-coder-3b-instruct-q4_k_m.gguf",
			Repo: "Qwen/Qwen2.5-Coder-3B-Instruct-GGUF", Commit: "f74adce6aa16316c625447af059dbebe4983757c",
			Bytes: 2_104_932_800, SHA256: "724fb256bec1ff062b2f65e4569e871ad2e95ab2a3989723d1769c54294730b7",
			Need: 4 * GiB, Context: 32768, Layers: 36, CacheByte: 36 << 10, Parameters: "3.1B",
			Quantisation: "Q4_K_M", Architecture: "qwen2", Licence: "Qwen Research", NonCommercial: true,
			LicenceURL: "https://huggingface.co/Qwen/Qwen2.5-Coder-3B-Instruct-GGUF/blob/main/LICENSE",
		},
		{
			ID: "qwen2.5-coder-1.5b", Name: "Qwen2.5-Coder 1.5B", File: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
			Repo: "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF", Commit: "f86cb2c1fa58255f8052cc32aeede1b7482d4361",
			Bytes: 1_117_320_768, SHA256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
			Need: 2 * GiB, Context: 32768, Layers: 28, CacheByte: 28 << 10, Parameters: "1.5B",
			Quantisation: "Q4_K_M", Architecture: "qwen2", Licence: "Apache-2.0",
			LicenceURL: "https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/blob/main/LICENSE",
		},
	}
}

// Named finds a model of the catalogue by its id, its file's name, or what is
// unmistakable of its id: "7b".
func Named(name string) (Model, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	all := Catalogue()
	for _, m := range all {
		if name == m.ID || name == m.File || name == m.ID+"-instruct" || name == strings.Replace(m.ID, "coder-", "coder:", 1) {
			return m, true
		}
	}
	for _, m := range all {
		if name != "" && strings.HasSuffix(m.ID, "-"+name) {
			return m, true
		}
	}
	return Model{}, false
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
