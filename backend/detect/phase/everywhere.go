package phase

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/detect/pipeline"
)

// hosting are servers, and the options that tell them on which address to listen, ""
// for a word of its own, by their own documents.
var hosting = map[string][]string{
	"gunicorn":           {"-b", "--bind"},                         // docs.gunicorn.org/en/stable/settings.html#bind
	"uvicorn":            {"--host"},                               // uvicorn.dev/settings
	"hypercorn":          {"-b", "--bind"},                         // hypercorn.readthedocs.io, "Configuring"
	"daphne":             {"-b", "--bind"},                         // github.com/django/daphne, "Running"
	"granian":            {"--host"},                               // github.com/emmett-framework/granian, "Options"
	"waitress-serve":     {"--host", "--listen"},                   // docs.pylonsproject.org/projects/waitress, "waitress-serve"
	"fastapi":            {"--host"},                               // fastapi.tiangolo.com/fastapi-cli
	"flask":              {"-h", "--host"},                         // flask.palletsprojects.com/cli
	"litestar":           {"-H", "--host"},                         // docs.litestar.dev/latest/usage/cli.html
	"streamlit":          {"--server.address"},                     // docs.streamlit.io, "config.toml"
	"manage.py":          {""},                                     // docs.djangoproject.com, django-admin: runserver [addrport]
	"puma":               {"-b", "--bind"},                         // puma.io/puma/#binding-tcp--sockets
	"rackup":             {"-o", "--host"},                         // github.com/rack/rackup
	"thin":               {"-a", "--address"},                      // github.com/macournoyer/thin
	"unicorn":            {"-l", "--listen", "-o", "--host"},       // yhbt.net/unicorn/unicorn_1.html
	"falcon":             {"-b", "--bind"},                         // socketry.github.io/falcon
	"rails":              {"-b", "--binding"},                      // guides.rubyonrails.org/command_line.html
	"php":                {"-S"},                                   // php.net/manual/en/features.commandline.webserver.php
	"artisan":            {"--host"},                               // laravel.com/docs, php artisan serve
	"next":               {"-H", "--hostname"},                     // nextjs.org/docs/app/api-reference/cli/next
	"vite":               {"--host"},                               // vite.dev/guide/cli
	"astro":              {"--host"},                               // docs.astro.build/en/reference/cli-reference
	"ng":                 {"--host"},                               // angular.dev/cli/serve
	"json-server":        {"-h", "-H", "--host"},                   // github.com/typicode/json-server
	"http-server":        {"-a"},                                   // github.com/http-party/http-server
	"fastify":            {"-a", "--address"},                      // github.com/fastify/fastify-cli
	"java":               {"-Dserver.address", "--server.address"}, // docs.spring.io, "Common Application Properties"
	"app.jar":            {"--server.address"},                     // the same, behind -jar
	"http.server":        {"-b", "--bind"},                         // docs.python.org/3/library/http.server.html
	"webpack-dev-server": {"--host"},                               // webpack.js.org/configuration/dev-server
}

// ownAddress is the machine's own address in a command: behind an option, or alone. A
// command's words are held apart by a space or, of a list, by a zero byte.
var ownAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`([\s\x00])(?:(--?[A-Za-z][\w.-]*?)([=\s\x00]{0,2}))?(["']?(?:tcp://|http://)?)(127\.0\.0\.1|localhost|\[::1\]|::1)([:"'?\s\x00]|$)`)
})

// everywhere lets a server whose command says that it listens for its own machine alone
// listen on every address: nothing outside of its container would reach it.
func everywhere(s *pipeline.ServiceContext) {
	command := s.Start.Value.Command
	shell := len(command) == 3 && command[1] == "-c"
	line := strings.Join(command, "\x00")
	if shell {
		line = command[2]
	}
	if !strings.Contains(line, "127.0.0.1") && !strings.Contains(line, "localhost") && !strings.Contains(line, "::1") {
		return
	}
	changed := opened(line, shell)
	if changed == line {
		return
	}
	s.Start.Value.Command = strings.Split(changed, "\x00")
	if shell {
		s.Start.Value.Command = []string{command[0], command[1], changed}
	}
	why := first(s.Start.Evidence)
	why.Rule = "start.every_address"
	s.Start.Evidence = append(slices.Clone(s.Start.Evidence), why)
}

// opened is a line in which every known server listens on every address.
func opened(line string, shell bool) string {
	var b strings.Builder
	for len(line) > 0 {
		end := len(line)
		if at := strings.IndexAny(line, ";&|"); shell && at >= 0 { // another command begins
			end = at + 1
		}
		b.WriteString(openedCommand(line[:end]))
		line = line[end:]
	}
	return b.String()
}

func openedCommand(line string) string {
	var options []string
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == 0 })
	for _, w := range words {
		options = append(options, hosting[w[strings.LastIndexByte(w, '/')+1:]]...)
	}
	if len(options) == 0 {
		return line
	}
	return ownAddress().ReplaceAllStringFunc(line, func(found string) string {
		m := ownAddress().FindStringSubmatch(found)
		if !slices.Contains(options, m[2]) {
			return found
		}
		every := map[string]string{"[::1]": "[::]", "::1": "::"}[m[5]]
		if every == "" {
			every = "0.0.0.0"
		}
		head := m[1]
		if m[2] != "" {
			head += m[2] + m[3]
		}
		return head + m[4] + every + m[6]
	})
}
