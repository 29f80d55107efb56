package golang

import (
	"go/ast"
	"net"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
)

// address is where a command listens when nothing is configured, and which
// environment variables say otherwise.
type address struct {
	host, hostVariable string
	port               int
	portVariable       string
	whole              bool   // portVariable takes host and port, as ":8080"
	open               bool   // hostVariable alone says where
	literal            bool   // it stands where it is listened on, so that nothing changes it
	several            bool   // it listens on other ports, too
	flag               option // of the command line that the host stands in; none
	otherProtocol      bool   // it listens where a protocol other than HTTP is served
	why                finding.Evidence
}

// side are functions whose listeners are not the program's own: those that
// profile, measure, redirect to TLS or test.
const side = language.Pattern(`(?i)pprof|profil|metric|debug|redirect|acme|letsencrypt|mock|test|prom|admin|grpc`)

// otherProtocol is a package or a file that serves mail, files, names or shells: a
// program that serves people, too, has its pages elsewhere.
const otherProtocol = language.Pattern(`(?i)(?:^|/)(?:e?smtp|pop3|imap|s?ftp|ssh|dns|ldap|mqtt|socks5?|syslog)(?:d|server|serve)?(?:/|\.go$)`)

// Bounds on the work of following one command's addresses.
const (
	maxSites = 60
	steps    = 2500  // of one site
	allSteps = 15000 // of all
)

// listening follows the argument of what listens to its constant, its flag or
// setting, the default of its field, or the file of settings that is shipped.
func listening(p *language.Project) address {
	mains := mainsOf(p)
	if len(mains) == 0 || !mains[0].serves() {
		return address{}
	}
	return language.Once(p.Folder, "go.listening "+p.Program, func() address { return follow(p, mains[0]) })
}

func follow(p *language.Project, m mainPackage) address {
	tree := syntax(p.Reader().Folder("."), m)
	var found []address
	sites := tree.sites()
	left := allSteps
	for _, site := range sites[:min(len(sites), maxSites)] {
		eval := &evaluation{tree, p, min(steps, left)}
		v := eval.value(site.expr, site.in, site.owner, 0)
		left -= min(steps, left) - max(eval.left, 0)
		a, ok := addressOf(v)
		if !ok {
			a, ok = openAddress(v)
			a.why = tree.at("go.listens_on", site.in, site.expr)
		}
		if ok {
			_, a.literal = site.expr.(*ast.BasicLit)
			a.literal = a.literal && !site.option
			a.otherProtocol = otherProtocol.Matches(site.in.name)
			found = append(found, a)
		}
	}
	slices.SortStableFunc(found, func(a, b address) int { return a.rank() - b.rank() })
	if len(found) == 0 {
		return address{}
	}
	found[0].several = slices.ContainsFunc(found, func(a address) bool { return a.port != found[0].port }) || len(sites) > maxSites
	return found[0]
}

// rank puts a port that can be set before one that cannot, and both before the
// ports of HTTP and HTTPS themselves, which stand beside another or in front.
func (a address) rank() int {
	r := 0
	if a.portVariable == "" {
		r++
	}
	if a.otherProtocol {
		r += 2
	}
	if a.port == 80 {
		r += 4
	}
	if a.port == 443 || debugPort[a.port] {
		r += 8
	}
	if a.port == 0 {
		r += 16
	}
	return r
}

// debugPort are the usual ports of pprof and of Prometheus' exporters.
var debugPort = map[int]bool{6060: true, 9090: true, 9091: true, 2112: true}

// sites lists the addresses that the command is told to listen on, by the
// signatures of net/http, net, gin, Echo, Fiber, Iris, Macaron and Hertz. owner is the
// function around it.
func (t *tree) sites() (out []expr) {
	add := func(arg ast.Expr, c call) {
		if !side.Regexp().MatchString(c.from) {
			out = append(out, expr{expr: arg, in: c.in, owner: c.from})
		}
	}
	for _, f := range t.holding("", "Addr", "Addr:", ".Addr =") {
		for _, v := range f.values["Addr"] {
			if serverName.Regexp().MatchString(v.owner) {
				out = append(out, expr{expr: v.expr, in: v.in, owner: v.around()})
			}
		}
	}
	for _, name := range []string{"ListenAndServe", "Listen", "Addr", "ListenAndServeTLS", "ListenTLS", "StartServer", "Run", "RunTLS", "Start", "StartTLS", "WithHostPorts"} {
		most := 1
		if name == "Listen" { // net.Listen(network, address), and with a context before
			most = 3
		}
		at := "." + name + "("
		if strings.HasPrefix(name, "Listen") { // its package may be taken over by a dot
			at = at[1:]
		}
		for _, f := range t.holding("", at) {
			for _, c := range f.calls[name] {
				for _, arg := range c.call.Args[:min(most, len(c.call.Args))] {
					add(arg, c)
				}
			}
		}
	}
	for _, f := range t.holding("", ".AddFlags(") { // github.com/prometheus/exporter-toolkit/web
		for _, c := range f.calls["AddFlags"] {
			if len(c.call.Args) == 2 {
				out = append(out, expr{expr: c.call.Args[1], in: c.in, owner: c.from, option: true})
			}
		}
	}
	return out
}

// serverName is how a server of net/http is called whose address is set.
const serverName = language.Pattern(`(?i)^(?:s|srv|\w*server)$`)

// around names the function that an expression stands in.
func (x expr) around() string {
	for name, funcs := range x.in.funcs {
		for _, f := range funcs {
			if f.decl.Pos() <= x.expr.Pos() && x.expr.Pos() < f.decl.End() {
				return name
			}
		}
	}
	return ""
}

// addressOf reads "host:port", ":port" or a bare port, which Fiber once took.
func addressOf(v value) (address, bool) {
	if !v.known || v.why.Rule == "" {
		return address{}, false
	}
	a := address{why: v.why}
	host, port, err := net.SplitHostPort(strings.TrimSpace(v.text))
	if err != nil {
		return address{}, false
	}
	a.host = host
	a.port, err = strconv.Atoi(port)
	if err != nil || a.port < 1 || a.port > 65535 {
		return address{}, false
	}
	for _, name := range v.variables {
		upper := strings.ToUpper(name)
		switch {
		case others.Regexp().MatchString(name): // a database's, read beside it
		case strings.HasSuffix(upper, "PORT") && a.portVariable == "":
			a.portVariable = name
		case a.hostVariable == "" && listensName.Regexp().MatchString(upper):
			a.hostVariable = name
		}
	}
	a.whole = slices.Contains(v.alone, a.portVariable)
	for _, f := range v.flags {
		if f.text == host || f.text == v.text {
			a.flag = f
			break
		}
	}
	return a, true
}

// openAddress reads an address whose port a variable alone gives: without it the kernel
// chooses one (https://pkg.go.dev/net#Listen: "If the port … is empty or 0").
func openAddress(v value) (address, bool) {
	if v.text != "" && v.text != ":" {
		return address{}, false
	}
	for _, name := range v.variables {
		if strings.HasSuffix(strings.ToUpper(name), "PORT") && !others.Regexp().MatchString(name) {
			return address{portVariable: name}, true
		}
	}
	if len(v.variables) == 1 && slices.Equal(v.alone, v.variables) && listensName.Matches(strings.ToUpper(v.variables[0])) && !others.Matches(v.variables[0]) {
		return address{hostVariable: v.variables[0], open: true}, true
	}
	return address{}, false
}

// listensName is how variables end that take a host, or a host and port.
const listensName = language.Pattern(`(?:HOST|ADDR|ADDRESS|BIND|LISTEN(?:ER)?|IP|IPV4|INTERFACE|HTTP)$`)

// portOf finds where the chosen command listens. gin's Run without an argument
// takes PORT, else 8080, which is what is assumed anyway.
func portOf(p *language.Project) finding.Finding[int] {
	if line := strings.Join(p.Start.Value.Command, " "); strings.Contains(line, "${PORT") {
		return finding.Finding[int]{} // the command says it
	}
	if a := listening(p); a.port != 0 {
		return finding.Of(a.port, finding.Likely+0.01, a.why)
	}
	return settingsPort(p)
}

// projectAddress says how the chosen command is told where to listen.
func projectAddress(p *language.Project) language.Address {
	a := listening(p)
	if a.port == 0 {
		if why := ginRun(p); why.Rule != "" {
			return language.Address{PortVariable: "PORT", Why: why}
		}
		return language.Address{HostVariable: a.hostVariable, Open: a.open, PortVariable: a.portVariable, Why: a.why}
	}
	if a.whole { // net.Listen's form: https://pkg.go.dev/net#Listen
		return language.Address{Host: a.host, HostVariable: a.portVariable, HostForm: ":{port}", Why: a.why}
	}
	out := language.Address{Host: a.host, HostVariable: a.hostVariable, PortVariable: a.portVariable, Why: a.why}
	if a.literal && !a.several {
		out.Fixed = a.port
	}
	out.ByFlag(p.Start.Value.Command, a.flag.name, a.flag.text)
	return out
}

// ginRun points at gin's Run without an argument, which listens on PORT or 8080
// (pkg.go.dev/github.com/gin-gonic/gin#Engine.Run).
func ginRun(p *language.Project) finding.Evidence {
	mains := mainsOf(p)
	if len(mains) == 0 || !mains[0].imports["github.com/gin-gonic/gin"] {
		return finding.Evidence{}
	}
	root := p.Reader().Folder(".")
	for _, name := range mains[0].files {
		content, _ := root.Text(name)
		if at := root.AtCode("go.gin_run", name, content, `\.Run\(\s*\)`); at.Rule != "" && strings.Contains(content, `gin-gonic/gin"`) {
			return at
		}
	}
	return finding.Evidence{}
}

// settingsPort reads the port out of a shipped INI file or a sample of one:
// the code that reads it may be a library's.
func settingsPort(p *language.Project) finding.Finding[int] {
	for _, name := range append(slices.Clone(settingsFiles), "app.example.ini", "app.ini.example", "config.example.ini", "app.sample.ini") {
		sections, ok := language.Parse(p.Folder, name, keyvalue.ParseINI)
		if !ok {
			continue
		}
		for _, section := range []string{"", "server", "web", "http"} { // Beego's stand outside of any
			for _, key := range []string{"http_port", "httpport", "port", "listen_port"} {
				if port, err := strconv.Atoi(sections[section][key]); err == nil && port > 0 && port < 65536 {
					return finding.Of(port, finding.Likely-0.05, lineOfKey(p.Folder, name, key, sections[section][key]))
				}
			}
		}
	}
	return finding.Finding[int]{}
}

// lineOfKey points at the line of a settings file that gives a key a value.
func lineOfKey(f *language.Folder, name, key, value string) finding.Evidence {
	text, _ := f.Text(name)
	for i, line := range strings.Split(text, "\n") {
		left, right, _ := strings.Cut(line, "=")
		if strings.EqualFold(strings.TrimSpace(left), key) && strings.TrimSpace(right) == value {
			return f.Evidence("go.settings_file", name, i+1, line)
		}
	}
	return f.Evidence("go.settings_file", name, 0, "")
}
