package lockfile

import (
	"regexp"
	"sync"
)

// https://hexdocs.pm/mix/Mix.Tasks.Deps.html
var mixLock = File{Name: "mix.lock", Manifest: "mix.exs", Manager: "mix", Ecosystem: "elixir", PURL: "hex", Read: readMixLock}

// hexEntry is `"jason": {:hex, :jason, "1.4.1", …`; what comes from git is no package of Hex.
var hexEntry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{:hex,\s*:"?([\w]+)"?,\s*"([^"]+)"`) })

func readMixLock(text string) (list []Package, _ int, _ error) {
	for _, m := range hexEntry().FindAllStringSubmatch(text, -1) {
		list = append(list, Package{m[1], m[2]})
	}
	return list, 0, nil
}
