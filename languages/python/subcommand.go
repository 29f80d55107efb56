package python

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/commandtree"
)

// servingOptions are switches by which programs are told to serve others than
// whoever sits before them, the plainest first.
var servingOptions = []string{"--webserver", "--web-server", "--serve"}

// switched adds the switch by which a program serves: one that is off unless it is
// given says that without it the program does something else.
// https://docs.python.org/3/library/argparse.html#action
func (plan *startPlan) switched(p *projectFacts, first sourceFile) {
	best, why := len(servingOptions), finding.Evidence{}
	for _, f := range reach(p.Folder, first) {
		for _, c := range f.Calls {
			action, _ := c.Arg("action")
			flag, _ := c.Arg("is_flag")
			text, _ := action.Text()
			if text != "store_true" && !(len(flag.Tokens) == 1 && flag.Tokens[0].Is("True")) {
				continue
			}
			if at := slices.Index(servingOptions, longOption(c, servingOptions)); at >= 0 && at < best {
				best, why = at, p.AtLine("python.serving_option", f.path, c.Line)
			}
		}
	}
	if best < len(servingOptions) {
		plan.line += " " + servingOptions[best]
		plan.why = append(plan.why, why)
	}
}

// listenOptions name the address that a program listens on.
var listenOptions = []string{"--host", "--bind", "--interface", "--ip", "--address", "--listen-address"}

// completed adds to a console script that serves what it does not do by itself:
// the subcommand of argparse or Click by which it serves, and an address that
// others reach, where the one that its option has is its own machine's.
// https://docs.python.org/3/library/argparse.html#sub-commands,
// https://click.palletsprojects.com/en/stable/commands-and-groups/
func (plan *startPlan) completed(p *projectFacts, first sourceFile) {
	word, offered := commandtree.Serving(named(p.Folder, reach(p.Folder, first)))
	switch {
	case word != "":
		plan.line += " " + word
	case offered: // it wants one of them, and none says that it serves
		plan.confidence = finding.Guess
	default:
		plan.switched(p, first)
	}
	plan.opened(p, first)
}

// typerHost is an option of Typer by the parameter that it fills, whose default is the
// machine's own address. https://typer.tiangolo.com/tutorial/options/
const typerHost = language.Pattern(`(?m)(?:^\s*|[(,]\s*)(host|bind|interface|ip|address|listen_address)\s*:\s*(?:str\s*=\s*(?:typer\.)?Option\(\s*["'](?:127\.0\.0\.1|localhost)["']|Annotated\[\s*str\s*,\s*(?:typer\.)?Option\([^\n]*\]\s*=\s*["'](?:127\.0\.0\.1|localhost)["'])`)

// opened gives a command line that listens on its own machine unless an option says
// otherwise (argparse, Click, Typer) every address, and with it the port it has by
// itself.
func (plan *startPlan) opened(p *projectFacts, first sourceFile) {
	host, port := "", 0
	for _, f := range reach(p.Folder, first) {
		for _, c := range f.Calls {
			last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
			if last != "add_argument" && last != "option" {
				continue
			}
			value, _ := c.Arg("default")
			if text, _ := pysource.Text(f.Literal(value.Tokens)); text == "127.0.0.1" || text == "localhost" {
				host = longOption(c, listenOptions)
			}
			if longOption(c, []string{"--port"}) != "" && port == 0 {
				port = portOf(f.Literal(value.Tokens))
			}
		}
		if content, _ := p.Text(f.path); host == "" && strings.Contains(content, "Option(") {
			if m := typerHost.Regexp().FindStringSubmatch(content); m != nil {
				host = "--" + strings.ReplaceAll(m[1], "_", "-")
			}
		}
	}
	if host == "" {
		return
	}
	plan.line += " " + host + " 0.0.0.0"
	if port != 0 {
		plan.port = port
		plan.line += " --port " + language.PortWord(port)
	}
}

// longOption gives the option of a call that is one of these, "" for none.
func longOption(c pysource.Call, names []string) string {
	for _, a := range c.Args {
		if text, ok := a.Text(); ok && a.Name == "" && slices.Contains(names, text) {
			return text
		}
	}
	return ""
}

// named gives source files under the names by which they are imported.
func named(f *language.Folder, files []sourceFile) (out []commandtree.File) {
	for _, file := range files {
		module, _ := moduleOf(f, file)
		out = append(out, commandtree.File{Module: module, Source: file.Source})
	}
	return out
}
