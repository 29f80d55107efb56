package javascript

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestHostOfTheCall(t *testing.T) {
	for name, test := range map[string]struct {
		server, config, needs, before string
		host, variable                string
	}{
		"none":                 {server: "app.listen(3000, () => {})"},
		"a text":               {server: "app.listen(3000, '127.0.0.1')", host: "127.0.0.1"},
		"a variable":           {server: "app.listen(3000, process.env.BIND_HOST || 'localhost', () => {})", host: "localhost", variable: "BIND_HOST"},
		"a name":               {server: "const host = process.env.SHOP_HOST ?? '127.0.0.1';\napp.listen(3000, host)", host: "127.0.0.1", variable: "SHOP_HOST"},
		"a key":                {server: "const host = process.env.HOST || '::1';\nserve({ fetch, port: 3000, hostname: host })", host: "::1", variable: "HOST"},
		"settings":             {server: "const { env } = require('./config');\napp.listen(3000, env.HOST)", config: "module.exports.env = schema.parse({ HOST: z.string().default('localhost') })", host: "localhost", variable: "HOST"},
		"every address":        {server: "app.listen(3000, '0.0.0.0')", host: "0.0.0.0"},
		"a variable alone":     {server: "app.listen(3000, process.env.HOST)"},
		"the start's default":  {server: "app.listen(3000, process.env.HOST)", before: "PORT=${PORT:-3000} HOST=${HOST:-127.0.0.1} ", host: "127.0.0.1", variable: "HOST"},
		"the start's before":   {server: "const HOST = process.env.HOST ?? '0.0.0.0';\napp.listen(3000, HOST)", before: "HOST=${HOST:-127.0.0.1} ", host: "127.0.0.1", variable: "HOST"},
		"of another variable":  {server: "app.listen(3000, process.env.HOST)", before: "DB_HOST=${DB_HOST:-127.0.0.1} "},
		"what is called":       {server: "app.listen(3000, async () => { log('http://localhost:3000') })"},
		"Fastify's own":        {server: "app.listen({ port: 3000 })", needs: `"fastify": "5"`, host: "localhost"},
		"Fastify's given":      {server: "app.listen({ port: 3000, host: '0.0.0.0' })", needs: `"fastify": "5"`, host: "0.0.0.0"},
		"another's of its own": {server: "http.createServer().listen({ port: 3000 })"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"package.json": `{"scripts": {"start": "` + test.before + `node server.js"}, "dependencies": {` + test.needs + `}}`, "server.js": test.server, "config.js": test.config}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			got := told(p)
			if got.Why = (language.Address{}).Why; got.Host != test.host || got.HostVariable != test.variable {
				t.Errorf("%+v, want %q by %q", got, test.host, test.variable)
			}
		})
	}
}
