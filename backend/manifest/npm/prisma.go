package npm

import "strings"

// Prisma is what a schema.prisma says of its database:
// https://www.prisma.io/docs/orm/reference/prisma-schema-reference#datasource.
type Prisma struct {
	Provider  string   // "postgresql", "mysql", "sqlite" …
	Variables []string // that addresses are read from with env(), in the order of the file
}

// ParsePrisma reads the datasource block. It never fails: what is no setting of
// that block is passed over.
func ParsePrisma(content string) (Prisma, error) {
	var p Prisma
	inside := false
	for line := range strings.Lines(content) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "datasource":
			inside = true
		case strings.HasPrefix(words[0], "}"):
			inside = false
		case inside:
			p.setting(line)
		}
	}
	return p, nil
}

func (p *Prisma) setting(line string) {
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		return
	}
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	call, isCall := strings.CutPrefix(value, "env(")
	text, _, _ := strings.Cut(strings.TrimLeft(call, ` "`), `"`)
	switch key {
	case "provider":
		p.Provider = strings.Trim(value, `"`)
	case "url", "directUrl", "shadowDatabaseUrl":
		if isCall && isVariable(text) {
			p.Variables = append(p.Variables, text)
		}
	}
}

// isVariable reports whether a text can be the name of a variable.
func isVariable(name string) bool {
	for i, c := range []byte(name) {
		letter := c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
