// Package commandtree finds the subcommand by which a program of Python serves: what
// argparse, Click and Typer are told of. It knows no project, and starts nothing.
package commandtree

import (
	"slices"
	"strings"

	"aipack/backend/manifest/pysource"
)

// File is a source file under the name by which it is imported.
type File struct {
	Module string
	pysource.Source
}

// serving are words by which programs are told to serve, the plainest first.
var serving = []string{"serve", "run", "server", "runserver", "start", "web"}

// subcommand is one of argparse, Click or Typer.
type subcommand struct {
	name   string
	parent string // the group that it belongs to, as program.groups names it; "" for the program itself
}

// program are the subcommands of one, and the groups of them that are
// subcommands themselves, by "module:variable".
type program struct {
	commands []subcommand
	groups   map[string]subcommand
}

// Serving gives the words by which a program is told to serve, the plainest
// first, and whether it has subcommands at all. A word below another subcommand
// counts with that one, where both speak of serving: "server start".
func Serving(files []File) (words string, offered bool) {
	tree := readCommands(files)
	best := 2 * len(serving)
	for _, c := range tree.commands {
		rank, line := slices.Index(serving, c.name), c.name
		if group, below := tree.groups[c.parent]; below {
			line, rank = group.name+" "+c.name, rank+len(serving)
			if _, deeper := tree.groups[group.parent]; deeper || !slices.Contains(serving, group.name) {
				continue
			}
		}
		if slices.Contains(serving, c.name) && rank < best {
			best, words = rank, line
		}
	}
	return words, len(tree.commands) > 0
}

// readCommands reads the subcommands that files make.
// https://docs.python.org/3/library/argparse.html#sub-commands,
// https://click.palletsprojects.com/en/stable/commands-and-groups/,
// https://typer.tiangolo.com/tutorial/subcommands/add-typer/
func readCommands(files []File) program {
	tree := program{groups: map[string]subcommand{}}
	for _, file := range files {
		reader{File: file, tree: &tree}.groups()
	}
	for _, file := range files {
		reader{File: file, tree: &tree}.commands()
	}
	return tree
}

// reader reads the commands of one file.
type reader struct {
	File
	tree *program
}

// groups finds what holds subcommands and is one itself.
func (r reader) groups() {
	for _, a := range r.Assigns { // users = commands.add_parser("users"); user_commands = users.add_subparsers()
		if a.Call == nil || !strings.HasSuffix(a.Call.Name, ".add_subparsers") {
			continue
		}
		if made, ok := r.parser(receiver(a.Call.Name), a.Function); ok {
			r.tree.groups[r.local(a.Target, a.Function)] = subcommand{firstText(*made), r.local(receiver(made.Name), a.Function)}
		}
	}
	for _, c := range r.Calls {
		switch last := method(c.Name); {
		case c.Decorator && last == "group" && c.Full != "click.group": // @main.group()
			function := r.decorated(c.Line)
			r.tree.groups[r.global(function)] = subcommand{commandName(c, function), r.global(receiver(c.Name))}
		case last == "add_typer", last == "add_command":
			if added := r.added(c); added != "" {
				name := ""
				if a, ok := c.Arg("name"); ok {
					name, _ = a.Text()
				} else if last == "add_command" && len(c.Args) > 1 {
					name, _ = c.Args[1].Text()
				} else if last == "add_command" {
					name = added[strings.LastIndexAny(added, ":.")+1:]
				}
				if name != "" { // without one, Typer puts its commands beside the others
					r.tree.groups[added] = subcommand{name, r.global(receiver(c.Name))}
				}
			}
		}
	}
}

// commands finds the subcommands themselves.
func (r reader) commands() {
	for _, c := range r.Calls {
		switch last := method(c.Name); {
		case last == "add_parser":
			if name := firstText(c); name != "" {
				r.tree.commands = append(r.tree.commands, subcommand{name, r.local(receiver(c.Name), c.Function)})
			}
		case c.Decorator && c.Full == "click.command": // alone, it is the program
			function := r.decorated(c.Line)
			if added, ok := r.tree.groups[r.global(function)]; ok {
				r.tree.commands = append(r.tree.commands, subcommand{commandName(c, function), added.parent})
			}
		case c.Decorator && last == "command":
			r.tree.commands = append(r.tree.commands, subcommand{commandName(c, r.decorated(c.Line)), r.global(receiver(c.Name))})
		}
	}
}

// parser finds the call of add_parser that made a variable of a function.
func (r reader) parser(variable, function string) (*pysource.Call, bool) {
	for _, a := range r.Assigns {
		if a.Target == variable && a.Function == function && a.Call != nil && strings.HasSuffix(a.Call.Name, ".add_parser") {
			return a.Call, true
		}
	}
	return nil, false
}

// local names a variable of a function of this file, global one of the file or
// what was imported under that name.
func (r reader) local(variable, function string) string {
	return r.Module + ":" + function + ":" + variable
}

func (r reader) global(name string) string {
	full, imported := r.Names[name]
	if !imported {
		return r.Module + ":" + name
	}
	at := strings.LastIndexByte(full, '.')
	module := strings.TrimLeft(full[:max(at, 0)], ".")
	if strings.HasPrefix(full, ".") { // of this package
		if dot := strings.LastIndexByte(r.Module, '.'); dot >= 0 {
			module = strings.TrimSuffix(r.Module[:dot+1]+module, ".")
		}
	}
	return module + ":" + full[at+1:]
}

// added names the group that a call of add_typer or add_command is given.
func (r reader) added(c pysource.Call) string {
	if len(c.Args) == 0 || c.Args[0].Name != "" {
		return ""
	}
	var words []string
	for _, t := range c.Args[0].Tokens {
		words = append(words, t.Text)
	}
	name := strings.Join(words, "")
	head, rest, dotted := strings.Cut(name, ".")
	if !dotted {
		return r.global(name)
	}
	return strings.Replace(r.global(head), ":", ".", 1) + ":" + rest // from . import users; users.app
}

func receiver(name string) string {
	return name[:max(strings.LastIndexByte(name, '.'), 0)]
}

func method(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func firstText(c pysource.Call) string {
	if len(c.Args) == 0 || c.Args[0].Name != "" {
		return ""
	}
	text, _ := c.Args[0].Text()
	return text
}

// commandName is the one that a decorator gives, or that of its function: Click
// writes it with dashes.
func commandName(c pysource.Call, function string) string {
	if name := firstText(c); name != "" {
		return name
	}
	return strings.ReplaceAll(function, "_", "-")
}

// decorated is the function that stands next below a line.
func (f File) decorated(line int) (name string) {
	nearest := 0
	for _, fn := range f.Functions {
		if fn.Line > line && (nearest == 0 || fn.Line < nearest) && !fn.Class {
			name, nearest = fn.Name, fn.Line
		}
	}
	return name
}
