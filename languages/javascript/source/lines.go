package source

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/npm"
)

// AnyScript reports whether any script holds a text.
func AnyScript(pkg npm.Package, part string) bool {
	for _, line := range pkg.Scripts {
		if strings.Contains(line+" ", part) {
			return true
		}
	}
	return false
}

// Bins are commands whose package is called otherwise.
var Bins = map[string]string{
	"next": "next", "ng": "@angular/cli", "nest": "@nestjs/cli", "remix-serve": "@remix-run/serve", "react-router-serve": "@react-router/serve",
	"vue-cli-service": "@vue/cli-service", "strapi": "@strapi/strapi", "medusa": "@medusajs/cli", "functions-framework": "@google-cloud/functions-framework",
	"fastify": "fastify-cli", "keystone": "@keystone-6/core", "tsc": "typescript", "eleventy": "@11ty/eleventy", "docusaurus": "@docusaurus/core",
	"rw-server": "@redwoodjs/api-server", "dotenv": "dotenv-cli", "babel-node": "@babel/node", "expo": "expo", "hexo": "hexo",
}

// LeafStart follows a start script that runs another one to what that runs
// in the end.
func LeafStart(pkg npm.Package) string { return Leaf(pkg, pkg.Script("start")) }

// Leaf follows a line that runs a script to what that runs in the end.
func Leaf(pkg npm.Package, line string) string {
	for range 5 {
		words := strings.Fields(line)
		next := ""
		if len(words) >= 2 && (words[0] == "npm" || words[0] == "yarn" || words[0] == "pnpm" || words[0] == "bun") {
			if words[1] != "run" && words[1] != "run-script" {
				next = pkg.Script(words[1])
			} else if len(words) > 2 {
				next = pkg.Script(words[2])
			}
		}
		if next == "" {
			return line
		}
		line = next
	}
	return line
}

// StartsWithAny reports whether a script's last command, past variables and
// runners, is one of the words.
func StartsWithAny(script string, words []string) bool {
	parts := strings.FieldsFunc(script, func(r rune) bool { return r == '&' || r == ';' })
	if len(parts) == 0 {
		return true
	}
	fields := strings.Fields(parts[len(parts)-1])
	for len(fields) > 1 && (strings.Contains(fields[0], "=") || fields[0] == "cross-env" || fields[0] == "npx" || fields[0] == "dotenv" || fields[0] == "--" || fields[0] == "env-cmd") {
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return true
	}
	for _, w := range words {
		if fields[0] == w || RunnerBin(fields[0]) == w {
			return true
		}
	}
	return false
}

// Config reads the first of a tool's configuration files that is there.
func Config(f *language.Folder, base string) (name, text string) {
	for _, ext := range []string{".ts", ".js", ".mjs", ".cjs", ".mts"} {
		if f.Has(base + ext) {
			text, _ := f.Text(base + ext)
			return base + ext, node.StripComments(text)
		}
	}
	return "", ""
}

// IsAssignment reports whether a word sets a variable: PORT=80.
func IsAssignment(w string) bool {
	name, _, ok := strings.Cut(w, "=")
	return ok && name != "" && strings.IndexFunc(name, func(r rune) bool {
		return !(r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	}) < 0
}

// Without leaves words out, and what is joined to them with =.
func Without(words []string, drop ...string) []string {
	var out []string
next:
	for _, w := range words {
		for _, d := range drop {
			if w == d || strings.HasPrefix(w, d+"=") && d != "--" {
				continue next
			}
		}
		out = append(out, w)
	}
	return out
}

// SplitSteps cuts a line at && outside of quotes. ok is false where the line
// needs a shell for anything else.
func SplitSteps(line string) ([]string, bool) {
	var steps []string
	var quote byte
	start := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '&' && i+1 < len(line) && line[i+1] == '&':
			steps = append(steps, line[start:i])
			start = i + 2
			i++
		case strings.IndexByte("|;&<>()`\n", c) >= 0:
			return nil, false
		}
	}
	return append(steps, line[start:]), quote == 0
}

// ShellWords splits a simple command into words. ok is false where a shell
// would do more than that.
func ShellWords(line string) ([]string, bool) {
	var words []string
	var word strings.Builder
	in := false
	var quote byte
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == '\'':
			word.WriteByte(c)
		case c == '$' || c == '`' || c == '\\':
			return nil, false
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t':
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		case strings.IndexByte("*?[]{}~#!", c) >= 0:
			return nil, false
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if in {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// RunnerBin is the command that npx and its like run for a package: that of
// the package's manifest, which for a scoped one is as a rule its name without
// the scope (https://docs.npmjs.com/cli/commands/npm-exec, Description). A
// version after the name picks the package alone.
func RunnerBin(pkg string) string {
	name, scoped := strings.CutPrefix(pkg, "@")
	name, _, _ = strings.Cut(name, "@")
	if !scoped {
		return name
	}
	for _, bin := range slices.Sorted(maps.Keys(Bins)) {
		if Bins[bin] == "@"+name {
			return bin
		}
	}
	return path.Base(name)
}
