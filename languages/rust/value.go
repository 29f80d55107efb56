package rust

import (
	"net"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// value is what an expression comes to when nothing is configured, and the
// environment variables that would change it.
type value struct {
	text      string
	variables []string
	options   []option // of the command line
	why       finding.Evidence
}

// option is a long option of the command line and its default.
type option struct{ name, text string }

func (v value) known() bool { return v.text != "" }

// with keeps what is known and adds the other's variables.
func (v value) with(o value) value {
	for _, name := range o.variables {
		if !slices.Contains(v.variables, name) {
			v.variables = append(v.variables, name)
		}
	}
	v.options = append(v.options[:len(v.options):len(v.options)], o.options...)
	if !v.known() {
		v.text, v.why = o.text, o.why
	}
	return v
}

// Bounds on the work of following one address.
const (
	maxSteps      = 120
	maxExpression = 600 // bytes
)

const (
	anyAddress   = language.Pattern(`^(?:\w+::)*Ipv[46]Addr::(?:UNSPECIFIED|from\(\s*\[?\s*0|new\(\s*0)|^\[\s*0\s*(?:,\s*0\s*)+\]|^(?:\w+::)*Ipv6Addr::UNSPECIFIED`)
	loopAddress  = language.Pattern(`^(?:\w+::)*Ipv[46]Addr::(?:LOCALHOST|new\(\s*127)|^\[\s*127\s*,`)
	numberAlone  = language.Pattern(`^(\d[\d_]*)(?:_?[ui](?:8|16|32|64|size))?$`)
	nameAlone    = language.Pattern(`^(?:\w+::)*([A-Za-z_]\w*)$`)
	fieldPath    = language.Pattern(`^(?:\w+(?:\(\))?\.)*?(?:(\w+)(?:\(\))?\.)?(\w+)$`)
	environment  = language.Pattern(`^(?:std::)?env::var(?:_os)?\(\s*"([A-Za-z_]\w*)"|^dotenvy?::var\(\s*"([A-Za-z_]\w*)"|^(?:std::)?(?:option_)?env!\(\s*"([A-Za-z_]\w*)"`)
	fallback     = language.Pattern(`\.(?:unwrap_or|unwrap_or_else|map_or|or|or_else)\(\s*(?:\|[^|]*\|)?\s*`)
	matched      = language.Pattern(`(?s)^match\s+((?:std::)?env::var\([^{]*?\))\s*\{.*\b(?:Err\(\w+\)|_)\s*=>\s*(.+)$`)
	socket       = language.Pattern(`^(?:\w+::)*SocketAddr(?:V[46])?::(?:from|new)\(\s*`)
	formatCall   = language.Pattern(`^(?:\w+::)*format!\(\s*"([^"\n]*)"\s*,?`)
	ownedText    = language.Pattern(`^(?:String::from|\w+::from|Some|Ok|Cow::Borrowed|Cow::from)\(\s*`)
	calledAlone  = language.Pattern(`^(?:\w+::|\w+\.)*([a-z_]\w*)\(`)
	trailingCall = language.Pattern(`(?:\.(?:parse(?:::<[^>]*>)?|unwrap|expect|into|clone|as_str|as_ref|as_deref|to_string|to_owned|to_uppercase|to_lowercase|to_socket_addrs|trim|await|next|ok|get|copied|cloned|context|map_err|with_context)(?:\((?:[^()]|\([^()]*\))*\))?|\?|\s+as\s+\w+)\s*$`)
)

// argument cuts an expression off a text where it ends: at a comma, a semicolon
// or a bracket of what is around it.
func argument(text string) string {
	depth, quote := 0, false
	text = text[:min(len(text), maxExpression)]
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote:
			if c == '\\' {
				i++
			} else if c == '"' {
				quote = false
			}
		case c == '"':
			quote = true
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return strings.TrimSpace(text[:i])
			}
		case (c == ',' || c == ';') && depth == 0:
			return strings.TrimSpace(text[:i])
		}
	}
	return strings.TrimSpace(text)
}

// arguments lists those of a call, from behind its bracket.
func arguments(text string) (out []string) {
	for len(out) < 6 {
		arg := argument(text)
		if arg == "" {
			return out
		}
		out = append(out, arg)
		at := strings.Index(text, arg) + len(arg)
		rest := strings.TrimLeft(text[at:], " \n\t")
		if !strings.HasPrefix(rest, ",") {
			return out
		}
		text = rest[1:]
	}
	return out
}

// value follows an expression of a file. before is the text in front of it, in
// which its names are given their values.
func (l *listener) value(x string, in *source, before int) value {
	x = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(x), "&*"))
	if l.steps++; l.steps > maxSteps || x == "" {
		return value{}
	}
	if m := fallback.Regexp().FindStringIndex(x); m != nil && !strings.HasPrefix(x, "(") {
		return l.value(x[:m[0]], in, before).with(l.value(argument(x[m[1]:]), in, before))
	}
	x = bare(x)
	at := func(text string) value { return value{text: text, why: in.at(before, x)} }
	switch {
	case x == "":
		return value{}
	case x[0] == '"' && strings.Count(x, `"`) == 2:
		return at(strings.Trim(x, `"`))
	case numberAlone.Regexp().MatchString(x):
		return at(strings.ReplaceAll(numberAlone.Regexp().FindStringSubmatch(x)[1], "_", ""))
	case anyAddress.Regexp().MatchString(x):
		return at("0.0.0.0")
	case loopAddress.Regexp().MatchString(x):
		return at("127.0.0.1")
	case x[0] == '(':
		return l.pair(arguments(x[1:]), in, before)
	}
	if m := environment.Regexp().FindStringSubmatch(x); m != nil {
		return value{variables: []string{m[1] + m[2] + m[3]}}
	}
	if m := matched.Regexp().FindStringSubmatch(x); m != nil { // match env::var("PORT") { Ok(p) => …, Err(_) => 3000 }
		return l.value(argument(m[1]), in, before).with(l.value(argument(m[2]), in, before))
	}
	if m := socket.Regexp().FindStringIndex(x); m != nil {
		args := arguments(x[m[1]:])
		if len(args) == 1 {
			return l.value(args[0], in, before)
		}
		return l.pair(args, in, before)
	}
	return l.composed(x, in, before)
}

// pair is a host and a port.
func (l *listener) pair(args []string, in *source, before int) value {
	if len(args) == 1 {
		return l.value(args[0], in, before)
	}
	if len(args) != 2 {
		return value{}
	}
	host, port := l.value(args[0], in, before), l.value(args[1], in, before)
	if !port.known() {
		return value{variables: port.variables}
	}
	return value{
		text:      net.JoinHostPort(strings.Trim(host.text, "[]"), port.text),
		variables: append(slices.Clone(port.variables), host.variables...), options: slices.Concat(port.options, host.options), why: port.why,
	}
}

// composed follows formats, names, fields and functions.
func (l *listener) composed(x string, in *source, before int) value {
	if m := formatCall.Regexp().FindStringSubmatchIndex(x); m != nil {
		return l.format(x[m[2]:m[3]], arguments(x[m[1]:]), in, before)
	}
	if at := ownedText.Regexp().FindStringIndex(x); at != nil {
		return l.value(argument(x[at[1]:]), in, before)
	}
	if m := nameAlone.Regexp().FindStringSubmatch(x); m != nil {
		return l.named(m[1], in, before)
	}
	if m := optionRead.Regexp().FindStringSubmatch(x); m != nil {
		return l.option(m[1])
	}
	if m := fieldPath.Regexp().FindStringSubmatch(x); m != nil {
		return l.setting(m[1], m[2])
	}
	if m := calledAlone.Regexp().FindStringSubmatch(x); m != nil {
		return l.returned(m[1])
	}
	return value{}
}

const placeholder = language.Pattern(`\{(\w*)(?::[^}]*)?\}`)

// format puts values into a format: "{}:{}", "{host}:{port}".
func (l *listener) format(format string, args []string, in *source, before int) value {
	var out value
	n, missing := 0, false
	text := placeholder.Regexp().ReplaceAllStringFunc(format, func(hole string) string {
		name := placeholder.Regexp().FindStringSubmatch(hole)[1]
		var v value
		switch {
		case name != "":
			v = l.named(name, in, before)
		case n < len(args):
			v = l.value(args[n], in, before)
			n++
		}
		out.variables = append(out.variables, v.variables...)
		out.options = append(out.options, v.options...)
		if v.known() {
			out.why = v.why // of host and port the last, the port
		}
		missing = !v.known()
		return v.text
	})
	if missing || text == "" { // the port is what is not known
		return value{variables: out.variables}
	}
	if out.text = text; out.why.Rule == "" {
		out.why = in.at(before, format)
	}
	return out
}

// named follows a name: what it was given before in the file, a constant, a
// setting of that name.
func (l *listener) named(name string, in *source, before int) value {
	given := regexp.MustCompile(`\blet\s+(?:mut\s+)?` + name + `\s*(?::[^=;\n]+)?=\s*`)
	text := in.text[:min(before, len(in.text))]
	for _, start := range slices.Backward(language.LikelyLines(text, []string{name})) {
		line, _, _ := strings.Cut(text[start:], "\n")
		at := given.FindStringIndex(line)
		if at == nil {
			continue
		}
		if v := l.value(argument(in.text[start+at[1]:]), in, start+at[0]); v.known() || len(v.variables) > 0 {
			return v
		}
		break
	}
	if strings.ToUpper(name) == name {
		return l.constant(name)
	}
	return l.setting("", name)
}

func (l *listener) constant(name string) value {
	given := regexp.MustCompile(`\b(?:const|static)\s+` + name + `\s*:[^=;\n]+=\s*`)
	for _, s := range l.holding(name) {
		if at := given.FindStringIndex(s.text); at != nil {
			return l.value(argument(s.text[at[1]:]), s, at[1])
		}
	}
	return value{}
}

// returned follows a function of the project to the address that it makes.
func (l *listener) returned(name string) value {
	made := regexp.MustCompile(`\bfn\s+` + name + `\s*(?:<[^>]*>)?\(`)
	for _, s := range l.holding("fn " + name) {
		at := made.FindStringIndex(s.text)
		if at == nil {
			continue
		}
		open := strings.IndexByte(s.text[at[1]:], '{')
		if open < 0 {
			continue
		}
		body := at[1] + open + 1
		text := block(s.text[body:])
		for _, last := range []string{text, text[max(strings.LastIndex(text, ";\n"), strings.LastIndex(text, "}\n"))+1:]} { // one expression, or the last
			if v := l.value(last, s, body+len(text)); v.known() {
				return v
			}
		}
	}
	return value{}
}

// block is the text up to the brace that closes what is around it.
func block(text string) string {
	const most = 3000
	depth := 0
	text = text[:min(len(text), most)]
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return strings.TrimSpace(text[:i])
			}
		}
	}
	return strings.TrimSpace(text)
}

// bare takes off what only converts an expression.
func bare(x string) string {
	for range 8 {
		short := trailingCall.Regexp().ReplaceAllString(x, "")
		if short == x {
			break
		}
		x = strings.TrimSpace(short)
	}
	return x
}

// Options of clap that are put together by calls: what is asked for by a name
// has the default and the variable of the argument of that name
// (https://docs.rs/clap/latest/clap/struct.Arg.html#method.default_value).
const (
	optionRead    = language.Pattern(`\.(?:get_one|remove_one|value_of(?:_t)?(?:_os)?)(?:::<[^()]*>)?\(\s*"([\w-]+)"\s*\)?`)
	optionDefault = language.Pattern(`\.default_value(?:_t|_os)?\(\s*`)
	optionLong    = language.Pattern(`\.long\(\s*"([\w-]+)"`)
	optionEnv     = language.Pattern(`\.env\(\s*"([A-Za-z_]\w*)"`)
)

// option follows an option to its default.
func (l *listener) option(name string) (out value) {
	made := regexp.MustCompile(`\bArg::(?:new|with_name)\(\s*"` + regexp.QuoteMeta(name) + `"\s*\)`)
	for _, s := range l.holding(`"` + name + `"`) {
		at := made.FindStringIndex(s.text)
		if at == nil {
			continue
		}
		chain := argument(s.text[at[1]:])
		if m := optionEnv.Regexp().FindStringSubmatch(chain); m != nil {
			out.variables = append(out.variables, m[1])
		}
		if given := optionDefault.Regexp().FindStringIndex(chain); given != nil {
			from := at[1] + strings.Index(s.text[at[1]:], chain) + given[1]
			v := l.value(argument(s.text[from:]), s, from)
			return v.byOption(groupOf(optionLong, chain)).with(out)
		}
	}
	return out
}

// byOption is a default that an option of the command line changes, "" for none.
func (v value) byOption(name string) value {
	if name != "" && v.known() {
		v.options = append(v.options[:len(v.options):len(v.options)], option{name, v.text})
	}
	return v
}
