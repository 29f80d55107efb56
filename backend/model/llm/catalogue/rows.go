package catalogue

import "sync"

// defaults are the models that the specification names where none is chosen
// (A107–A109); Gemini has none there.
var defaults = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"anthropic": "claude-sonnet-4-20250514",
		"openai":    "gpt-4o-mini",
		"ollama":    "qwen2.5-coder:7b",
		"gemini":    "gemini-3.5-flash",
	}
})

// aliases are other names of a row: what Ollama's bare names stand for, the
// providers' short names, and the specification's name of A091, which Ollama's
// library spells with "instruct".
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"qwen2.5-coder":         "qwen2.5-coder:7b",
		"qwen2.5-coder:latest":  "qwen2.5-coder:7b",
		"qwen2.5-coder:7b-q4_0": "qwen2.5-coder:7b-instruct-q4_0",
		"llama3.1":              "llama3.1:8b",
		"llama3.1:latest":       "llama3.1:8b",
		"mistral-nemo":          "mistral-nemo:12b",
		"mistral-nemo:latest":   "mistral-nemo:12b",
		"qwen3":                 "qwen3:8b",
		"qwen3:latest":          "qwen3:8b",
		"gpt-oss":               "gpt-oss:20b",
		"gpt-oss:latest":        "gpt-oss:20b",
		"claude-sonnet-4-0":     "claude-sonnet-4-20250514",
		"claude-opus-4-0":       "claude-opus-4-20250514",
	}
})

// rows are A086 to A096 in the specification's order, then later models. Prices
// and days of retirement are those that the providers publish (November 2026).
var rows = sync.OnceValue(func() []Model {
	local := func(name, title string, window, tier, vram int, weights float64, note string) Model {
		return Model{Provider: "ollama", Name: name, Title: title, Window: window, Tier: tier, VRAM: vram, Weights: weights, Tools: true, JSON: true, Note: note}
	}
	cloud := func(provider, name, title string, window int, price *Price, note string) Model {
		return Model{Provider: provider, Name: name, Title: title, Window: window, Tools: true, JSON: true, Price: price, Note: note}
	}
	until := func(m Model, day, successor string) Model {
		m.Retired, m.Successor = day, successor
		return m
	}
	onProcessor := func(m Model, ram int) Model {
		m.RAM = ram
		return m
	}
	return []Model{
		local("qwen2.5-coder:14b", "Qwen2.5-Coder 14B", 32768, 1, 10, 14.8, "best balance"),
		local("qwen2.5-coder:32b", "Qwen2.5-Coder 32B", 32768, 1, 20, 32.8, "highest quality"),
		local("qwen2.5-coder:7b", "Qwen2.5-Coder 7B", 32768, 2, 6, 7.6, "recommended"),
		local("llama3.1:8b", "Llama 3.1 8B", 131072, 2, 6, 8, ""),
		local("mistral-nemo:12b", "Mistral Nemo 12B", 131072, 2, 8, 12.2, "good at calling functions"),
		onProcessor(local("qwen2.5-coder:7b-instruct-q4_0", "Qwen2.5-Coder 7B, 4 bit", 32768, 3, 0, 7.6, "without a GPU"), 8),
		until(cloud("anthropic", "claude-sonnet-4-20250514", "Claude Sonnet 4", 200000, &Price{3, 0.30, 15}, "excellent and fast"),
			"2026-06-15", "claude-sonnet-5-5"),
		until(cloud("anthropic", "claude-opus-4-20250514", "Claude Opus 4", 200000, &Price{15, 1.50, 75}, "best quality"), "2026-06-15", "claude-opus-5-5"),
		until(cloud("openai", "gpt-4o", "GPT-4o", 128000, &Price{2.50, 1.25, 10}, ""), "2027-01-14", "gpt-6-luna"),
		until(cloud("openai", "gpt-4o-mini", "GPT-4o mini", 128000, &Price{0.15, 0.075, 0.60}, "budget"), "2027-01-14", "gpt-6-luna"),
		until(cloud("gemini", "gemini-1.5-flash", "Gemini 1.5 Flash", 1000000, &Price{0.075, 0, 0.30}, "large window"), "2025-09-29", "gemini-3.5-flash"),

		local("qwen3:8b", "Qwen3 8B", 40960, 2, 6, 8.2, "thinks before it answers"),
		local("gpt-oss:20b", "gpt-oss 20B", 131072, 1, 16, 3.6, "thinks before it answers"),
		onProcessor(local("qwen3.5:4b", "Qwen3.5 4B", 262144, 3, 4, 4.2, "for processors, too"), 5),
		onProcessor(local("granite4.1:3b", "Granite 4.1 3B", 131072, 3, 4, 3.4, "made for calling functions; for processors, too"), 5),
		onProcessor(local("qwen2.5-coder:3b", "Qwen2.5-Coder 3B", 32768, 3, 3, 3.1, "not for commercial use; for processors, too"), 4),
		onProcessor(local("qwen2.5-coder:1.5b", "Qwen2.5-Coder 1.5B", 32768, 3, 2, 1.5, "for slow processors"), 2),
		cloud("anthropic", "claude-sonnet-5-5", "Claude Sonnet 5.5", 1000000, &Price{2, 0.20, 10}, "excellent and fast"),
		cloud("anthropic", "claude-opus-5-5", "Claude Opus 5.5", 1000000, &Price{4, 0, 20}, "best quality"),
		cloud("anthropic", "claude-haiku-4-5", "Claude Haiku 4.5", 200000, &Price{1, 0.10, 5}, "budget"),
		until(cloud("openai", "gpt-4.1", "GPT-4.1", 1047576, &Price{2, 0.50, 8}, ""), "2027-01-14", "gpt-6-luna"),
		until(cloud("openai", "gpt-4.1-mini", "GPT-4.1 mini", 1047576, &Price{0.40, 0.10, 1.60}, ""), "2027-01-14", "gpt-6-luna"),
		cloud("openai", "gpt-6-luna", "GPT-6 Luna", 0, &Price{0.10, 0.01, 0.50}, "budget; thinks before it answers"),
		cloud("gemini", "gemini-3.5-flash", "Gemini 3.5 Flash", 1048576, nil, "large window"),
		until(cloud("gemini", "gemini-2.5-flash", "Gemini 2.5 Flash", 1048576, &Price{0.30, 0, 2.50}, "large window"), "2026-12-01", "gemini-3.5-flash"),
	}
})
