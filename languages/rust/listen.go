package rust

import (
	"net"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/cargo"
)

// source is one file of a program, without its tests.
type source struct {
	name string // relative to the repository's root
	text string
	root *language.Folder
}

// at points at the line of an expression in front of a place.
func (s *source) at(before int, x string) finding.Evidence {
	x, _, _ = strings.Cut(x, "\n")
	at := strings.LastIndex(s.text[:min(len(s.text), before)], x)
	if at < 0 {
		at = max(strings.Index(s.text, x), 0)
	}
	begin := strings.LastIndexByte(s.text[:at], '\n') + 1
	line, _, _ := strings.Cut(s.text[begin:], "\n")
	return s.root.Evidence("rust.listens_on", s.name, 1+strings.Count(s.text[:begin], "\n"), line)
}

// listener follows the addresses that one program listens on.
type listener struct {
	p       *language.Project
	sources []*source
	steps   int
	scheme  *scheme          // of its variables; nil: not yet looked for
	known   map[string]value // settings that were followed
	read    map[string]bool  // files of settings by whether a source names them
}

// Bounds on what is read to follow an address.
const (
	maxListened      = 300
	maxListenedBytes = 3 << 20
	maxSites         = 24
)

// address is where a program listens when nothing is configured, and what says
// otherwise.
type address struct {
	host, hostVariable string
	port               int
	portVariable       string
	open               bool   // hostVariable alone says where
	option             option // that the host stands in; none
	why                finding.Evidence
	rank               int
}

const (
	sites = language.Pattern(`\b(?:TcpListener|Server|TcpAcceptor|AddrIncoming|TcpSocket|HttpServerStarter)::(?:try_)?(?:bind|http|new)\(|\.(?:bind|bind_auto_h2c|run|listen)\(|\bSocketAddr(?:V[46])?::(?:from|new)\(|\bwarp::serve\(`)
	// beside are listeners that are not the program's own: what measures, what is
	// looked into, what other protocols than the web's are offered on.
	beside   = language.Pattern(`(?i)metric|prometheus|debug|admin|client|ldap|smtp|udp|redirect|profil|health_|grpc|gossip|peer|unix`)
	testCode = language.Pattern(`^#\[cfg\(test\)\]\s*(?:#\[[^\n]*\]\s*)*mod\s+\w+\s*\{`)
)

// siteWords are what every site holds one of.
var siteWords = []string{"bind(", "SocketAddr", "warp::serve(", ".bind_auto_h2c(", "Server::", ".listen(", "TcpSocket", "AddrIncoming", "HttpServerStarter"}

// siteLiterals are what every line with a site holds one of.
var siteLiterals = append(slices.Clone(siteWords), ".run(", "TcpListener::", "TcpAcceptor::")

// listening finds where the chosen program listens.
func listening(p *language.Project) address {
	return language.Once(p.Folder, "rust.listening", func() address {
		crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
		bins := chosen(p.Folder, crate)
		if len(bins) == 0 {
			return address{}
		}
		l := &listener{p: p, sources: sourcesOf(p, bins), known: map[string]value{}, read: map[string]bool{}}
		var found []address
		for _, s := range l.sources {
			if !slices.ContainsFunc(siteWords, func(word string) bool { return strings.Contains(s.text, word) }) {
				continue
			}
			for _, at := range sitesIn(s.text) {
				if len(found) == maxSites {
					break
				}
				if a, ok := l.site(s, at); ok {
					found = append(found, a)
				}
			}
		}
		slices.SortStableFunc(found, func(a, b address) int { return a.rank - b.rank })
		if len(found) == 0 {
			return address{}
		}
		return found[0]
	})
}

// sitesIn finds the calls in the lines that may hold one.
func sitesIn(text string) (out [][]int) {
	for _, start := range language.LikelyLines(text, siteLiterals) {
		line, _, _ := strings.Cut(text[start:], "\n")
		for _, at := range sites.Regexp().FindAllStringIndex(line, 4) {
			out = append(out, []int{start + at[0], start + at[1]})
		}
		if len(out) >= 40 {
			break
		}
	}
	return out
}

// site follows the address of one call.
func (l *listener) site(s *source, at []int) (address, bool) {
	begin := strings.LastIndexByte(s.text[:at[0]], '\n') + 1
	line, _, _ := strings.Cut(s.text[begin:], "\n")
	if language.IsCommentLine(line) || !strings.Contains(s.text[at[0]:at[1]], "::") && strings.Contains(line, "Socket") {
		return address{}, false
	}
	args := arguments(s.text[at[1]:])
	if len(args) == 0 {
		return address{}, false
	}
	x := args[0]
	if name := strings.Trim(x, `"`); len(args) > 1 && (x != name && !strings.Contains(name, ":") || strings.HasPrefix(x, "IpAddr") || strings.Contains(s.text[at[0]:at[1]], "SocketAddr")) {
		x = args[1] // actix-server's bind takes a name first
		if strings.Contains(s.text[at[0]:at[1]], "SocketAddr") {
			x = "(" + args[0] + ", " + args[1] + ")"
		}
	}
	l.steps = 0
	v := l.value(x, s, at[0])
	host, port, err := net.SplitHostPort(strings.TrimSpace(v.text))
	if err != nil && numberAlone.Regexp().MatchString(v.text) && strings.Contains(x, "ort") {
		port, err = v.text, nil
	}
	number, bad := strconv.Atoi(port)
	if err != nil || bad != nil || number < 1 || number > 65535 {
		a := address{rank: 16} // a variable that has to be given
		if len(args) == 1 && len(v.variables) == 1 && v.text == "" && !strings.HasSuffix(v.variables[0], "PORT") && !beside.Regexp().MatchString(line) {
			return address{rank: 16, hostVariable: v.variables[0], open: true, why: s.at(at[1]+len(x), x)}, true
		}
		if a.tell(v.variables); a.portVariable != "" && v.text == "" && !beside.Regexp().MatchString(line) {
			a.why = s.at(at[1]+len(x), x)
			return a, true
		}
		return address{}, false
	}
	a := address{host: strings.Trim(host, "[]"), port: number, why: v.why}
	a.tell(v.variables)
	for _, o := range v.options {
		if o.text == a.host || o.text == strings.TrimSpace(v.text) {
			a.option = o
			break
		}
	}
	if beside.Regexp().MatchString(line) || beside.Regexp().MatchString(x) || beside.Regexp().MatchString(path.Base(s.name)) {
		a.rank += 4
	}
	if a.portVariable == "" && a.hostVariable == "" {
		a.rank++
	}
	if number == 443 {
		a.rank += 8
	}
	return a, true
}

// tell sorts the variables by what they take.
func (a *address) tell(variables []string) {
	for _, name := range variables {
		upper := strings.ToUpper(name)
		switch {
		case strings.HasSuffix(upper, "PORT") && a.portVariable == "":
			a.portVariable = name
		case a.hostVariable == "" && listensName.Regexp().MatchString(upper):
			a.hostVariable = name
		}
	}
}

const listensName = language.Pattern(`(?:HOST|ADDR|ADDRESS|BIND|LISTEN|IP|INTERFACE|SOCKET)$`)

// sourcesOf reads what the chosen binary is made of: its file, the package's
// own sources, those of its local crates.
func sourcesOf(p *language.Project, bins []bin) []*source {
	return language.Once(p.Folder, "rust.sources", func() []*source { return readSources(p, bins) })
}

func readSources(p *language.Project, bins []bin) []*source {
	root, left := p.Reader().Folder("."), maxListenedBytes
	others := map[string]bool{}
	for _, b := range bins[1:] {
		others[b.file] = b.file != bins[0].file
	}
	var out []*source
	for i, at := range crates(p.Folder) {
		for _, file := range at.Glob("src/**/*.rs") {
			if base := path.Base(file); strings.HasPrefix(base, "test") || strings.HasSuffix(base, "_test.rs") || strings.HasSuffix(base, "_tests.rs") || strings.Contains(file, "/tests/") {
				continue
			}
			if len(out) == maxListened || i == 0 && others[file] || i > 0 && strings.HasPrefix(file, "src/bin/") {
				continue
			}
			text, _ := at.Text(file)
			text = withoutTests(text)
			if left -= len(text); left < 0 {
				return out
			}
			out = append(out, &source{at.Join(file), text, root})
		}
	}
	own := p.Join(bins[0].file)
	slices.SortStableFunc(out, func(a, b *source) int { return boolRank(a.name != own) - boolRank(b.name != own) })
	return out
}

// withoutTests cuts a file where its module of tests begins, which is its end by
// custom.
func withoutTests(text string) string {
	for from := 0; ; {
		at := strings.Index(text[from:], "#[cfg(test)]")
		if at < 0 {
			return text
		}
		from += at
		if testCode.Regexp().MatchString(text[from:min(len(text), from+200)]) {
			return text[:from]
		}
		from++
	}
}

func boolRank(later bool) int {
	if later {
		return 1
	}
	return 0
}

// holding lists the sources that hold a text.
func (l *listener) holding(text string) (out []*source) {
	for _, s := range l.sources {
		if strings.Contains(s.text, text) {
			out = append(out, s)
		}
	}
	return out
}

// matches runs an expression over the lines around each place that holds a text,
// with the line before and two after.
func (l *listener) matches(holding string, re *regexp.Regexp, each func(s *source, at []int) bool) {
	const most = 40 // places of one file
	for _, s := range l.sources {
		for from, n := 0, 0; n < most; n++ {
			at := strings.Index(s.text[from:], holding)
			if at < 0 {
				break
			}
			at += from
			begin := strings.LastIndexByte(s.text[:at], '\n') + 1
			begin = strings.LastIndexByte(s.text[:max(begin-1, 0)], '\n') + 1
			end := at
			for range 3 {
				end = lineEnd(s.text, end)
			}
			if m := re.FindStringSubmatchIndex(s.text[begin:end]); m != nil {
				for i := range m {
					if m[i] >= 0 {
						m[i] += begin
					}
				}
				if each(s, m) {
					return
				}
			}
			from = lineEnd(s.text, at)
		}
	}
}

func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	return len(text)
}
