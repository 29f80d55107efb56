package generated

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"sync"
)

// MostRead is how many bytes of a file Made wants at most.
const MostRead = 64 << 10

// sources are the ends of names of files that people write for a compiler, an
// interpreter or a builder of images.
var sources = words("js mjs cjs jsx ts mts cts tsx vue svelte astro py rb ru go rs java kt kts groovy scala clj cljs cljc " +
	"php cs fs vb c h cc cpp cxx hpp hh ex exs erl hrl gleam dart swift zig hs cr jl r lua pl pm sh bash ps1 nim ml mli elm " +
	"html htm css scss sass less sql prisma graphql proto tf")

// compiled are the ends of names of files that no person writes.
var compiled = words("o obj a lib so dylib dll pdb exe class jar war ear pyc pyo whl egg beam rlib rmeta hi map wasm node tsbuildinfo min.js min.css bundle.js chunk.js chunk.css d.ts d.mts d.cts")

func words(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// Kind is what a file's name says about who made it.
type Kind int

// The kinds.
const (
	Neither  Kind = iota // says nothing: pictures, data
	Source               // a person, unless Made says otherwise
	Compiled             // a program
)

// KindOf judges a file by its name.
func KindOf(name string) Kind {
	_, end, _ := strings.Cut(strings.ToLower(name), ".")
	last := end[strings.LastIndexByte(end, '.')+1:]
	if rest := end[:max(len(end)-len(last)-1, 0)]; compiled[last] || compiled[rest[strings.LastIndexByte(rest, '.')+1:]+"."+last] || hashed(name) {
		return Compiled
	}
	if sources[last] || name == "Dockerfile" || name == "Containerfile" || name == "Makefile" {
		return Source
	}
	return Neither
}

var hash = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[.-]([A-Za-z0-9_-]{8}|[0-9a-f]{16,40})\.(?:js|mjs|css)$`)
})

// hashed reports whether a name holds the hash of what is in the file, as bundlers
// write it: index-DiwrgTda.js, main.4f3a2b1c.css.
func hashed(name string) bool {
	m := hash().FindStringSubmatch(name)
	if m == nil {
		return false
	}
	digits, upper := 0, 0
	for _, c := range strings.TrimRight(m[1], "0123456789") { // version2 is a word
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z':
			upper++
		}
	}
	return digits > 0 || upper > 1
}

// signs are what compilers and bundlers write: TypeScript's and Babel's module
// header and helpers, webpack's, esbuild's and Rollup's runtime, esbuild's names of
// the files that it put together, the address of a source map, and Go's convention
// for generated files (pkg.go.dev/cmd/go, "Generate Go files"). They are compiled when
// they are asked for: half a millisecond, a twentieth of what detect takes on a few files.
var signs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`Object\.defineProperty\(exports, ["']__esModule["']|__webpack_(?:require|modules)__|` +
		`(?m:^var (?:__(?:create|defProp|getOwnPropNames|importDefault|importStar|awaiter|commonJS|extends) = ))|` +
		`(?m:^// (?:\.\./)*(?:[\w@.-]+/)*[\w.-]+\.[cm]?[jt]sx?$)|` +
		`(?m:^//# sourceMappingURL=)|(?m:^/\*# sourceMappingURL=)|(?m:^// Code generated .* DO NOT EDIT\.$)`)
})

// Made reports whether a source was written by a program: by what the beginning of
// it holds, up to MostRead bytes.
func Made(name string, text []byte) bool {
	text = text[:min(len(text), MostRead)]
	if bytes.IndexByte(text, 0) >= 0 {
		return true
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".js", ".mjs", ".cjs", ".css":
		if minified(text) {
			return true
		}
	}
	return signs().Match(text)
}

// minified reports whether a text has lines as no person writes them.
func minified(text []byte) bool {
	const tooLong = 1000 // bytes of a line, of which there is little else
	long := 0
	for line := range bytes.Lines(text) {
		if len(line) > tooLong {
			long += len(line)
		}
	}
	return long > len(text)/2
}
