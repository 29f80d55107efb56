package javascript

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/source"
)

// What the host of a call that listens is written as: a key of its object, a
// text, a variable of the environment.
const (
	hostKey      language.Pattern = `(?:^|[{,\s])(?:host(?:name)?|address)\s*(:\s*|[,}]|$)`
	hostText     language.Pattern = `["'\x60](localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)["'\x60]`
	hostVariable language.Pattern = `(?:env\??\.|env\[["'])([A-Z]\w*(?:HOST|HOSTNAME|ADDR|ADDRESS|BIND|IP|INTERFACE)|HOST|IP)\b`
	hostName     language.Pattern = `^(?:[\w$]+\??\.)*([\w$]+)$`
)

const deepestHost = 3 // names that a host is followed through

// hostOf reads the host that a call is given beside its port; arguments begin
// where the call's bracket opens. Without one Node.js listens on every address
// (nodejs.org/api/net.html#serverlisten), Fastify on loopback alone
// (fastify.dev/docs/latest/Reference/Server/#listen).
func (pl plan) hostOf(file, text, arguments string, why finding.Evidence) language.Address {
	expr := ""
	first := node.Expression(arguments)
	switch {
	case strings.HasPrefix(first, "{"):
		m := hostKey.Regexp().FindStringSubmatchIndex(first[1:])
		switch {
		case m == nil && pl.p.Framework.Value == "Fastify":
			return language.Address{Host: "localhost", Why: why}
		case m == nil:
		case strings.HasPrefix(first[1:][m[2]:m[3]], ":"):
			expr = node.Expression(first[1:][m[1]:])
		default: // { port, host }
			expr = strings.Trim(first[1:][m[0]:m[2]], " ,{\n\t")
		}
	case first != "":
		if _, rest, ok := strings.Cut(arguments[strings.Index(arguments, first)+len(first):], ","); ok {
			expr = node.Expression(strings.TrimLeft(rest, " \n\t"))
		}
	}
	if expr == "" || strings.Contains(expr, "=>") || strings.HasPrefix(expr, "function") || strings.HasPrefix(expr, "async") {
		return language.Address{}
	}
	a := pl.host(file, text, expr, 0)
	a.Why, a.HostOnly = why, true
	if a.Host = cmp.Or(source.ShellDefault(pl.p.Start.Value.Command, a.HostVariable), a.Host); a.Host == "" { // a variable that may say anything
		return language.Address{}
	}
	return a
}

// host follows an expression to the host that it comes to when nothing is
// configured, and the variable that changes it.
func (pl plan) host(file, text, expr string, depth int) (a language.Address) {
	if v, ok := hostVariable.Find(expr); ok {
		a.HostVariable = v
	}
	if h, ok := hostText.Find(expr); ok {
		a.Host = h
		return a
	}
	m := hostName.Regexp().FindStringSubmatch(expr)
	if m == nil || depth == deepestHost {
		return a
	}
	given := regexp.MustCompile(`(?:^|[\s{,.])["']?` + regexp.QuoteMeta(m[1]) + `["']?\s*(?::\s*string\s*)?[:=]\s*`)
	for _, name := range pl.settingsOf(file) {
		content := text
		if name != file {
			content = source.Script(pl.p.Reader().Folder("."), name)
		}
		for _, at := range given.FindAllStringIndex(content, 4) {
			inner := node.Expression(content[at[1]:])
			if inner == expr || inner == "" {
				continue
			}
			if found := pl.host(name, content, inner, depth+1); found.Host != "" {
				if found.HostVariable == "" && strings.ToUpper(m[1]) == m[1] && strings.Contains(inner, "default(") {
					found.HostVariable = m[1] // HOST: z.string().default("localhost")
				}
				return found
			}
		}
	}
	return a
}

// settingsOf lists the file itself and those that are called for settings.
func (pl plan) settingsOf(file string) []string {
	out := []string{file}
	for i, name := range source.Files(pl.p.Folder) {
		base := strings.ToLower(path.Base(name))
		if i == source.MostFiles || len(out) > 12 {
			break
		}
		if name != file && (strings.Contains(base, "config") || strings.Contains(base, "setting") || strings.Contains(base, "env") || strings.Contains(base, "const")) {
			out = append(out, name)
		}
	}
	return out
}

// told says on which address the program listens, and by which variable it is
// told another one.
func told(p *language.Project) language.Address {
	if p.Claim.System == "deno" {
		return language.Address{}
	}
	pl := newPlan(p)
	if pl.static {
		return language.Address{}
	}
	return pl.listening().host
}
