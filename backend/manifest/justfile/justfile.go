// Package justfile reads the recipes of a justfile. It runs nothing, and knows
// no settings, modules or functions.
package justfile

import "strings"

// Recipe is one recipe.
type Recipe struct {
	Name  string
	Needs []string
	Body  []string // without the leading @ and -
	Line  int      // from 1
}

// maxRecipes bounds one file.
const maxRecipes = 200

// Parse reads the recipes, as https://just.systems/man/en/ defines them. It
// never fails: what is not understood does not count.
func Parse(content string) ([]Recipe, error) {
	var out []Recipe
	open := false
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimRight(line, "\r \t")
		switch {
		case line == "":
		case line[0] == ' ' || line[0] == '\t':
			if text := strings.TrimLeft(strings.TrimSpace(line), "@-"); open && !strings.HasPrefix(text, "#") {
				last := &out[len(out)-1]
				if n := len(last.Body); n > 0 && strings.HasSuffix(last.Body[n-1], `\`) {
					last.Body[n-1] = strings.TrimSuffix(last.Body[n-1], `\`) + text
				} else {
					last.Body = append(last.Body, text)
				}
			}
		default:
			head, needs, ok := strings.Cut(line, ":")
			words := strings.Fields(strings.TrimPrefix(head, "@"))
			open = ok && !strings.HasPrefix(needs, "=") && line[0] != '#' && line[0] != '[' && len(words) > 0 && len(out) < maxRecipes
			if open {
				needs, _, _ = strings.Cut(needs, "#")
				out = append(out, Recipe{Name: words[0], Needs: strings.Fields(strings.NewReplacer("(", " ", ")", " ", "&&", " ").Replace(needs)), Line: i + 1})
			}
		}
	}
	return out, nil
}
