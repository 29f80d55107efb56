package modelfile

import (
	"cmp"
	"sync"

	"aipack/backend/model/modelfile/gguf"
)

// Catalogue lists the models that aipack offers, the largest first: the
// specification's (A112 to A114, C113), and what came after them. Each file is
// pinned by its repository's commit, its size and its sum. Only models are listed
// whose architecture the pinned library of inference loads, and whose family's
// chat template is held against its maker's by make test-weights.
func Catalogue() []Model { return append([]Model{}, rows()...) }

const (
	hubAddress = "https://huggingface.co/"
	apache     = "Apache-2.0"
)

// The layers of Qwen3.5: every fourth has full attention, the others a state
// (llama.cpp's logs of the 9B: 8 layers of cache and 50.25 MiB of state).
func qwen35(heads, full, recurrent, inner int64) gguf.Cache {
	return gguf.Cache{Token: full * heads * 2 * 256 * 2, State: recurrent * 4 * (3*(inner+2*16*128) + inner*128)}
}

// plain is the cache of layers with full attention: keys and values in half
// precision.
func plain(layers, heads, width int64) gguf.Cache {
	return gguf.Cache{Token: layers * heads * width * 2 * 2}
}

// rows are read from the publishers' repositories: files and sums from their
// lists, shapes from config.json or from what llama.cpp prints of the file. The
// memory needs of the specification's models are the specification's; the others'
// are worked out.
var rows = sync.OnceValue(func() []Model {
	list := []Model{
		{
			ID: "qwen3-coder-30b-a3b", Name: "Qwen3-Coder 30B A3B", File: "Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf",
			Repo: "unsloth/Qwen3-Coder-30B-A3B-Instruct-GGUF", Commit: "b17cb02dd882d5b6ab62fc777ad2995f19668350",
			Bytes: 18_556_689_568, SHA256: "fadc3e5f8d42bf7e894a785b05082e47daee4df26680389817e2093056f088ad",
			Context: 262144, Weights: 30_500_000_000, Active: 3_300_000_000, Architecture: "qwen3moe", Cache: plain(48, 4, 128), Made: "code",
		},
		{
			ID: "gpt-oss-20b", Name: "gpt-oss 20B", File: "gpt-oss-20b-mxfp4.gguf",
			Repo: "ggml-org/gpt-oss-20b-GGUF", Commit: "e1dc459feff949ff451ce107337a2026daa80df8",
			Bytes: 12_109_566_560, SHA256: "be37a636aca0fc1aae0d32325f82f6b4d21495f06823b5fbc1898ae0303e9935",
			Context: 131072, Weights: 20_900_000_000, Active: 3_600_000_000, Quantisation: "MXFP4", Architecture: "gpt-oss",
			Cache: gguf.Cache{Token: 12 * 8 * 64 * 4, WindowToken: 12 * 8 * 64 * 4, Window: gguf.WindowOf(128)}, Made: "reasoning and tools",
		},
		{
			ID: "gemma-4-12b", Name: "Gemma 4 12B", File: "gemma-4-12b-it-qat-q4_0.gguf",
			Repo: "google/gemma-4-12B-it-qat-q4_0-gguf", Commit: "29d097773436b69ff9feafd636ab4cf873786537",
			Bytes: 6_975_879_296, SHA256: "93567e57a8fe10b23569b9d9ec38cd005deedf71e29477c421a4b83f418a538b",
			Context: 262144, Weights: 11_900_000_000, Quantisation: "Q4_0", Architecture: "gemma4",
			Cache: gguf.Cache{Token: 8 * 1 * 512 * 4, WindowToken: 40 * 8 * 256 * 4, Window: gguf.WindowOf(1024)}, Made: "general use",
		},
		{
			ID: "qwen3.5-9b", Name: "Qwen3.5 9B", File: "Qwen3.5-9B-Q4_K_M.gguf",
			Repo: "unsloth/Qwen3.5-9B-GGUF", Commit: "3885219b6810b007914f3a7950a8d1b469d598a5",
			Bytes: 5_680_522_464, SHA256: "03b74727a860a56338e042c4420bb3f04b2fec5734175f4cb9fa853daf52b7e8",
			Context: 262144, Weights: 8_953_803_264, Architecture: "qwen35", Cache: qwen35(4, 8, 24, 4096), Made: "general use and tools",
		},
		{
			ID: "granite-4.1-8b", Name: "Granite 4.1 8B", File: "granite-4.1-8b-Q4_K_M.gguf",
			Repo: "ibm-granite/granite-4.1-8b-GGUF", Commit: "865b82c2e7970d82e3731278c88c57ae7138359c",
			Bytes: 5_347_914_400, SHA256: "ed902ac9eb6adce5a90c6a08c8ea201b50e23fdc5976d1cd0362006afac5309e",
			Context: 131072, Weights: 8_800_000_000, Architecture: "granite", Cache: plain(40, 8, 128), Made: "tools",
		},
		{
			ID: "ministral-3-8b", Name: "Ministral 3 8B", File: "Ministral-3-8B-Instruct-2512-Q4_K_M.gguf",
			Repo: "mistralai/Ministral-3-8B-Instruct-2512-GGUF", Commit: "0102285ad796bd99af90f58de616092e5630e970",
			Bytes: 5_198_911_904, SHA256: "33e7a72cf5e6e2cfc2f2847075acc013d68bba023e35310cef86b5cf8fdca761",
			Context: 262144, Weights: 8_489_553_920, Architecture: "mistral3", Cache: plain(34, 8, 128), Made: "general use and tools",
		},
		{
			ID: "qwen2.5-coder-7b", Name: "Qwen2.5-Coder 7B", File: "qwen2.5-coder-7b-instruct-q4_k_m.gguf",
			Repo: "Qwen/Qwen2.5-Coder-7B-Instruct-GGUF", Commit: "13fb94bfda8c8cf22497dc57b78f391a9acb426a",
			Bytes: 4_683_073_536, SHA256: "509287f78cb4d4cf6b3843734733b914b2c158e43e22a7f4bf5e963800894d3c",
			Need: 8 * GiB, Context: 32768, Weights: 7_615_616_512, Architecture: "qwen2", Cache: plain(28, 4, 128), Made: "code",
		},
		{
			ID: "qwen3.5-4b", Name: "Qwen3.5 4B", File: "Qwen3.5-4B-Q4_K_M.gguf",
			Repo: "unsloth/Qwen3.5-4B-GGUF", Commit: "e87f176479d0855a907a41277aca2f8ee7a09523",
			Bytes: 2_740_937_888, SHA256: "00fe7986ff5f6b463e62455821146049db6f9313603938a70800d1fb69ef11a4",
			Context: 262144, Weights: 4_200_000_000, Architecture: "qwen35", Cache: qwen35(4, 8, 24, 4096), Made: "general use and tools",
		},
		{
			ID: "ministral-3-3b", Name: "Ministral 3 3B", File: "Ministral-3-3B-Instruct-2512-Q4_K_M.gguf",
			Repo: "mistralai/Ministral-3-3B-Instruct-2512-GGUF", Commit: "eb599d408350ea2bb60452cb86be7c7b2fc28227",
			Bytes: 2_147_023_008, SHA256: "9ed150d4367e68df0ac8e1540f6ddc65b42d0ee26378329d1ecbca60f93fc5f8",
			Context: 262144, Weights: 3_429_006_336, Architecture: "mistral3", Cache: plain(26, 8, 128), Made: "general use and tools",
		},
		{
			ID: "qwen2.5-coder-3b", Name: "Qwen2.5-Coder 3B", File: "qwen2.5-coder-3b-instruct-q4_k_m.gguf",
			Repo: "Qwen/Qwen2.5-Coder-3B-Instruct-GGUF", Commit: "f74adce6aa16316c625447af059dbebe4983757c",
			Bytes: 2_104_932_800, SHA256: "724fb256bec1ff062b2f65e4569e871ad2e95ab2a3989723d1769c54294730b7",
			Need: 4 * GiB, Context: 32768, Weights: 3_085_938_688, Architecture: "qwen2", Cache: plain(36, 2, 128), Made: "code",
			Licence: "Qwen Research", NonCommercial: true,
		},
		{
			ID: "granite-4.1-3b", Name: "Granite 4.1 3B", File: "granite-4.1-3b-Q4_K_M.gguf",
			Repo: "ibm-granite/granite-4.1-3b-GGUF", Commit: "ab4701481089b58a082ef63cc1cee738887293ff",
			Bytes: 2_099_501_664, SHA256: "662b0626cd58f443baea23559b469df6576a81d349649c59413b36a9fb32eb29",
			Context: 131072, Weights: 3_400_000_000, Architecture: "granite", Cache: plain(40, 8, 64), Made: "tools",
		},
		{
			ID: "qwen3.5-2b", Name: "Qwen3.5 2B", File: "Qwen3.5-2B-Q4_K_M.gguf",
			Repo: "unsloth/Qwen3.5-2B-GGUF", Commit: "f6d5376be1edb4d416d56da11e5397a961aca8ae",
			Bytes: 1_280_835_840, SHA256: "aaf42c8b7c3cab2bf3d69c355048d4a0ee9973d48f16c731c0520ee914699223",
			Context: 262144, Weights: 1_900_000_000, Architecture: "qwen35", Cache: qwen35(2, 6, 18, 2048), Made: "general use and tools",
		},
		{
			ID: "qwen2.5-coder-1.5b", Name: "Qwen2.5-Coder 1.5B", File: "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
			Repo: "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF", Commit: "f86cb2c1fa58255f8052cc32aeede1b7482d4361",
			Bytes: 1_117_320_768, SHA256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
			Need: 2 * GiB, Context: 32768, Weights: 1_543_714_304, Architecture: "qwen2", Cache: plain(28, 2, 128), Made: "code",
		},
		{
			ID: "all-minilm-l6-v2", Name: "all-MiniLM-L6-v2", File: "all-MiniLM-L6-v2-ggml-model-f16.gguf",
			Repo: "second-state/All-MiniLM-L6-v2-Embedding-GGUF", Commit: "544f204f2eaa2d71361ffc74d6df7170285b286a",
			Bytes: 45_949_216, SHA256: "797b70c4edf85907fe0a49eb85811256f65fa0f7bf52166b147fd16be2be4662",
			Context: 256, Weights: 22_565_376, Quantisation: "F16", Architecture: "bert", Vectors: true, Made: "finding code by meaning",
		},
	}
	for i := range list {
		m := &list[i]
		m.Active, m.Parameters = cmp.Or(m.Active, m.Weights), gguf.Count(m.Weights)
		m.Quantisation, m.Licence = cmp.Or(m.Quantisation, "Q4_K_M"), cmp.Or(m.Licence, apache)
		m.Need = cmp.Or(m.Need, m.OnDevice())
		m.LicenceURL = hubAddress + m.Repo
		if m.Repo[:5] == "Qwen/" {
			m.LicenceURL += "/blob/main/LICENSE"
		}
	}
	return list
})
