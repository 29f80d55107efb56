package validate

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/language/baseimage"
	"aipack/backend/universalbuild"
)

// commands finds commands that are none.
func commands(c *Check) {
	b, r := c.Doc.Build, c.Doc.Runtime
	for _, part := range []struct {
		field string
		lines []string
	}{
		{"/build/setup", b.Setup}, {"/build/pre_build_commands", b.PreBuildCommands}, {"/build/build_commands", b.BuildCommands},
		{"/build/post_build_commands", b.PostBuildCommands}, {"/runtime/setup", r.Setup}, {"/runtime/release", r.Release},
	} {
		for i, line := range part.lines {
			if strings.TrimSpace(line) == "" {
				c.Fail(at(part.field, i), "The command is empty.", "Remove it.")
			}
		}
	}
	if compiled(c.Doc.Metadata.Language) && !c.Doc.HasBuild() {
		c.Warn("/build/build_commands", "Nothing compiles this "+c.Doc.Metadata.Language+" project.", "Add the command that builds it.")
	}
}

func compiled(language string) bool {
	return slices.Contains([]string{
		"go", "rust", "java", "kotlin", "scala", "csharp", "fsharp", "vb", "c", "cpp", "swift", "zig",
		"crystal", "haskell", "typescript",
	}, language)
}

// program is one list of words that is run, and its field.
type program struct {
	field string
	words []string
}

func programs(d universalbuild.UniversalBuild) []program {
	list := []program{{"/runtime/entrypoint", d.Runtime.Entrypoint}}
	if len(d.Runtime.Entrypoint) == 0 { // else the command is only its arguments
		list = append(list, program{"/runtime/command", d.Runtime.Command})
	}
	for i, p := range d.Runtime.Processes {
		list = append(list, program{at("/runtime/processes", i) + "/command", p.Command})
	}
	if d.Runtime.Healthcheck != nil {
		list = append(list, program{"/runtime/healthcheck/command", d.Runtime.Healthcheck.Command})
	}
	return list
}

// builtins belong to a shell: there is no such program to execute.
var builtins = []string{"cd", "export", "source", ".", "set", "exec", "eval", "ulimit", "alias", "&&", "||", ";", "|"}

// executables looks at the first word of every command in exec form.
func executables(c *Check) {
	for _, p := range programs(c.Doc) {
		if len(p.words) == 0 {
			continue
		}
		first := p.words[0]
		switch {
		case strings.TrimSpace(first) == "":
			c.Fail(at(p.field, 0), "The program has no name.", "Put the program first, then its arguments.")
		case len(p.words) == 1 && strings.ContainsAny(first, " \t\n") && !strings.HasPrefix(first, "/"):
			c.Fail(at(p.field, 0), fmt.Sprintf("There is no program named %q.", first),
				fmt.Sprintf("Write the words apart, or let a shell do it: [\"sh\", \"-c\", %q].", first))
		case strings.ContainsAny(first, " \t\n\x00<>|;&$`\"'"):
			c.Fail(at(p.field, 0), fmt.Sprintf("%q cannot be the name of a program.", first), `Write the words apart, or let a shell do it: ["sh", "-c", "…"].`)
		case slices.Contains(builtins, first):
			c.Fail(at(p.field, 0), first+" belongs to the shell and is no program.", `Let a shell run the line: ["sh", "-c", "…"].`)
		case first == "sudo":
			c.Fail(at(p.field, 0), "There is no sudo in an image.", "Remove it; the user is set in runtime.user.")
		}
		c.shellForm(p)
		c.development(p)
	}
}

// shellForm finds shell syntax that no shell will see.
func (c *Check) shellForm(p program) {
	if shell(p.words[0]) {
		i := slices.IndexFunc(p.words, func(w string) bool { return strings.HasPrefix(w, "-") && strings.HasSuffix(w, "c") && len(w) < 5 })
		if i > 0 && len(p.words) > i+2 && !strings.Contains(p.words[i+1], "$") {
			c.Warn(at(p.field, i+2), "A shell takes what follows the line after -c as $0, $1 and so on.", "Put the whole line into one word.")
		}
		return
	}
	for i, w := range p.words[1:] {
		if slices.Contains([]string{"&&", "||", ";", "|", ">", ">>", "<", "&"}, w) {
			c.Fail(at(p.field, i+1), w+" means nothing without a shell.", `Let a shell run the line: ["sh", "-c", "…"].`)
		} else if strings.HasPrefix(w, "$") && len(w) > 1 && !strings.ContainsAny(w, " ()") {
			c.Warn(at(p.field, i+1), w+" is not replaced without a shell.", `Let a shell run the line: ["sh", "-c", "exec … `+w+`"].`)
		}
	}
}

func shell(word string) bool {
	return slices.Contains([]string{"sh", "bash", "dash", "ash", "zsh"}, path.Base(word))
}

// development finds servers that are made for a desk: they watch files, show
// stack traces and are slow.
func (c *Check) development(p program) {
	line := " " + strings.Join(p.words, " ") + " "
	for _, sign := range []string{" nodemon ", " --reload ", " next dev ", " nuxt dev ", " vite dev ", " run dev ", " run start:dev ", " yarn dev ", " pnpm dev ", " ng serve ", " react-scripts start ", " vue-cli-service serve ", " manage.py runserver ", " flask run --debug ", " air ", " cargo watch ", " dotnet watch "} {
		if strings.Contains(line, sign) {
			c.Warn(p.field, "This starts a development server ("+strings.TrimSpace(sign)+").", "Start the built program, or a production server.")
			return
		}
	}
}

// tools names, for programs, words of images that have them.
var tools = []struct {
	programs []string
	images   []string // parts of the image's name
	packages []string // or of a system package's
}{
	{[]string{"node", "npm", "npx", "corepack"}, []string{"node", "bitnami/node", "playwright", "puppeteer", "cypress"}, []string{"nodejs", "npm"}},
	{[]string{"bun", "bunx"}, []string{"bun"}, nil},
	{[]string{"deno"}, []string{"deno"}, nil},
	{[]string{"python", "pip", "python3", "pip3"}, []string{"python", "conda", "mamba", "pypy", "uv", "tensorflow", "pytorch", "cuda", "playwright", "airflow", "jupyter"}, []string{"python"}},
	{[]string{"ruby", "bundle", "gem"}, []string{"ruby", "rails", "jruby", "passenger"}, []string{"ruby"}},
	{[]string{"php", "composer"}, []string{"php", "composer", "frankenphp", "laravel", "wordpress", "drupal"}, []string{"php"}},
	{[]string{"java"}, []string{"temurin", "jdk", "jre", "java", "corretto", "maven", "gradle", "tomcat", "zulu", "graalvm", "liberica", "semeru", "sbt", "clojure", "jetty", "wildfly"}, []string{"jdk", "jre"}},
	{[]string{"mvn"}, []string{"maven"}, []string{"maven"}},
	{[]string{"gradle"}, []string{"gradle"}, []string{"gradle"}},
	{[]string{"dotnet"}, []string{"dotnet"}, []string{"dotnet"}},
	{[]string{"go"}, []string{"golang", "/go", "gobuild"}, []string{"golang"}},
	{[]string{"cargo", "rustc"}, []string{"rust"}, []string{"cargo", "rust"}},
	{[]string{"mix", "iex", "elixir"}, []string{"elixir"}, []string{"elixir"}},
	{[]string{"swift"}, []string{"swift"}, nil},
	{[]string{"dart", "flutter"}, []string{"dart", "flutter"}, nil},
}

// toolchains compares the programs of commands with what their images have.
func toolchains(c *Check) {
	b, r := c.Doc.Build, c.Doc.Runtime
	inBuild := []string{b.BaseImage}
	for _, t := range b.Tools {
		inBuild = append(inBuild, t.Image)
	}
	installs := strings.Join(slices.Concat(b.Setup, b.PreBuildCommands, b.BuildCommands), "\n")
	for field, lines := range map[string][]string{
		"/build/pre_build_commands": b.PreBuildCommands, "/build/build_commands": b.BuildCommands, "/build/post_build_commands": b.PostBuildCommands,
	} {
		for i, line := range lines {
			c.available(at(field, i), firstWord(line), inBuild, b.SystemPackages, installs)
		}
	}
	setup := strings.Join(r.Setup, "\n")
	for _, p := range programs(c.Doc) {
		if len(p.words) > 0 {
			c.available(p.field, p.words[0], []string{r.BaseImage}, r.SystemPackages, setup)
			c.started(p.field, p.words)
		}
	}
	for i, line := range r.Release {
		c.started(at("/runtime/release", i), []string{"sh", "-c", line})
	}
}

// started warns where a command starts a program that the image surely lacks and
// nothing of the plan brings.
func (c *Check) started(field string, command []string) {
	r := c.Doc.Runtime
	for _, name := range baseimage.Programs(command) {
		if !baseimage.Lacks(r.BaseImage, name) || c.brought(name) {
			continue
		}
		fix := "Start what it runs by itself, or choose an image that has it."
		if pkg, ok := baseimage.Package(name); ok {
			fix = "Add the package " + pkg + " to the packages of the runtime, or start what it runs by itself."
		}
		c.Warn(field, fmt.Sprintf("%s starts this, and %s does not have it.", name, r.BaseImage), fix)
	}
}

// brought reports whether the plan puts a program into the image.
func (c *Check) brought(program string) bool {
	r := c.Doc.Runtime
	pkg, ok := baseimage.Package(program)
	return ok && slices.Contains(r.SystemPackages, pkg) || slices.Contains(r.SystemPackages, program) ||
		program == "make" && slices.Contains(r.SystemPackages, "build-essential") ||
		strings.Contains(strings.Join(slices.Concat(r.Setup, c.Doc.Build.Setup, c.Doc.Build.PreBuildCommands), "\n"), program) ||
		slices.ContainsFunc(r.Copy, func(one universalbuild.Copy) bool { return path.Base(one.To) == program })
}

// available warns where a well-known program is in none of the images, not
// installed, and not brought by another command.
func (c *Check) available(field, name string, images, packages []string, installs string) {
	for _, t := range tools {
		if !slices.Contains(t.programs, name) {
			continue
		}
		brought := slices.ContainsFunc(images, func(i string) bool {
			return i == "" || slices.ContainsFunc(t.images, func(part string) bool { return strings.Contains(i, part) })
		}) ||
			slices.ContainsFunc(packages, func(p string) bool {
				return slices.ContainsFunc(t.packages, func(part string) bool { return strings.Contains(p, part) })
			}) ||
			strings.Contains(installs, "install "+name) || strings.Contains(installs, "/"+name)
		if !brought {
			c.Warn(field, fmt.Sprintf("The image %s has no %s.", images[0], name), "Take an image that has it, or add its package or toolchain.")
		}
		return
	}
}

// firstWord is the program of a shell line, behind assignments.
func firstWord(line string) string {
	for _, w := range strings.Fields(line) {
		if !strings.Contains(w, "=") {
			return w
		}
	}
	return ""
}

func processes(c *Check) {
	seen := map[string]bool{}
	for i, p := range c.Doc.Runtime.Processes {
		field := at("/runtime/processes", i)
		switch {
		case strings.TrimSpace(p.Name) == "":
			c.Fail(field+"/name", "The process has no name.", "Name it after what it does, such as worker.")
		case seen[strings.ToLower(p.Name)]:
			c.Fail(field+"/name", "There are two processes named "+p.Name+".", "Give each its own name.")
		}
		seen[strings.ToLower(p.Name)] = true
		if len(p.Command) == 0 {
			c.Fail(field+"/command", "The process has no command.", "Give the program and its arguments.")
		}
	}
}
