package codecheck

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

// names holds, a file a language, what is declared everywhere and what the
// standard library's modules are called. Each says in its first line where its
// words are from.
//
//go:embed names/*.txt
var lists embed.FS

// known is what a language brings along.
type known struct {
	functions map[string]bool
	modules   map[string][]string // by the name that code uses: for filepath path/filepath
}

var knownOf = func() func(language string) known {
	var mu sync.Mutex
	made := map[string]known{}
	return func(language string) known {
		switch language {
		case "typescript", "tsx":
			language = "javascript"
		}
		mu.Lock()
		defer mu.Unlock()
		k, ok := made[language]
		if !ok {
			k = load(language)
			made[language] = k
		}
		return k
	}
}()

func load(language string) known {
	functions, modules := words(language+".functions"), words(language+".modules")
	if modules == nil {
		return known{}
	}
	k := known{functions: map[string]bool{}, modules: map[string][]string{}}
	for _, w := range functions {
		k.functions[w] = true
	}
	for _, w := range modules {
		name := w[strings.LastIndexAny(w, "/.:")+1:]
		if language == "go" && len(name) == 2 && name[0] == 'v' { // math/rand/v2
			continue
		}
		if language == "python" {
			name = w
		}
		k.modules[name] = append(k.modules[name], w)
	}
	return k
}

// words are those of a list; nil where there is none.
func words(list string) []string {
	text, err := lists.ReadFile("names/" + list + ".txt")
	if err != nil {
		return nil
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if !strings.HasPrefix(first, "#") {
		panic(fmt.Sprintf("names/%s.txt does not say where it is from", list))
	}
	return strings.Fields(rest)
}

// Standard reports whether a module is of a language's own library, by the name
// that an import gives it.
func Standard(language, module string) bool {
	switch language {
	case "go":
		first, _, _ := strings.Cut(module, "/")
		return !strings.Contains(first, ".")
	case "java":
		return strings.HasPrefix(module, "java.") || module == "java"
	case "rust":
		return module == "std" || module == "core" || module == "alloc"
	}
	return len(knownOf(language).modules[strings.TrimPrefix(module, "node:")]) > 0
}
