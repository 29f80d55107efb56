package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
)

func TestPortIsFollowedFromTheCall(t *testing.T) {
	const start = `{"scripts": {"start": "node server.js"}, "dependencies": {"express": "4"}}`
	for name, test := range map[string]struct {
		files map[string]string
		port  int
		where string
		asked bool // PORT can change it
	}{
		"a number":                {files: map[string]string{"server.js": "app.listen(5001, () => {})"}, port: 5001, where: "server.js"},
		"what PORT falls back to": {files: map[string]string{"server.js": "const port = process.env.PORT || 5002;\napp.listen(port)"}, port: 5002, where: "server.js", asked: true},
		"another variable":        {files: map[string]string{"server.js": "app.listen(Number(process.env.SHOP_PORT ?? 5003))"}, port: 5003, where: "server.js"},
		"the first that is set": {files: map[string]string{
			"server.js": "const config = require('./config');\nconst port = config.port;\nserver.listen(port, host)",
			"config.js": "const port = [args.port, process.env.SHOP_PORT, process.env.PORT, 5004]\n  .map(Number)\n  .find((p) => !isNaN(p));\nmodule.exports = { port };",
		}, port: 5004, where: "config.js", asked: true},
		"settings with defaults": {files: map[string]string{
			"server.js":   "import settings from './settings.js';\nserver.listen(settings.port, settings.ip);",
			"settings.js": "const settings = {\n  title: 'x',\n  port: 5005,\n};\nexport default settings;",
		}, port: 5005, where: "settings.js"},
		"the sample that is shipped": {files: map[string]string{
			"server.js":              "const settings = JSON.parse(fs.readFileSync('settings.json'));\nserver.listen(settings.port);",
			"settings.json.template": "{\n  \"title\": \"x\",\n  \"port\": 5006\n}",
		}, port: 5006, where: "settings.json.template"},
		"zod, over several lines": {files: map[string]string{
			"server.js": "import { env } from './env.js';\napp.listen({ port: env.PORT, host: '0.0.0.0' });",
			"env.js":    "const schema = z.object({\n  NAME: z.string(),\n  PORT: z.coerce\n    .number()\n    .min(1)\n    .default(3030),\n});\nexport const env = schema.parse(process.env);",
		}, port: 3030, where: "env.js", asked: true},
		"t3-env": {files: map[string]string{
			"server.js": "import { env } from './env.js';\nserver.listen(env.HTTP_PORT);",
			"env.js":    "export const env = createEnv({\n  server: {\n    HTTP_PORT: z.coerce.number().default(3031),\n  },\n  runtimeEnv: process.env,\n});",
		}, port: 3031, where: "env.js"},
		"parseArgs": {files: map[string]string{
			"server.js": "const { values } = parseArgs({ options: { listen: { type: 'string', default: '6000' } } });\nserver.listen(Number(values.listen));",
		}, port: 6000, where: "server.js"},
		"an option in the command": {files: map[string]string{
			"package.json": `{"scripts": {"start": "node server.js --listen 6002"}}`,
			"server.js":    "const { values } = parseArgs({ options: { listen: { type: 'string', default: '6000' } } });\nserver.listen(Number(values.listen));",
		}, port: 6002, where: "package.json"},
		"a constant elsewhere": {files: map[string]string{
			"server.js":        "import { DEFAULT_PORT } from './lib/constants';\nconst PORT = configService.get('PORT') || DEFAULT_PORT;\nawait app.listen(PORT, HOST)",
			"lib/constants.js": "export const DEFAULT_PORT = 5007;",
		}, port: 5007, where: "lib/constants.js", asked: true},
		"envalid": {files: map[string]string{
			"server.js": "const env = cleanEnv(process.env, {\n  NAME: str({ default: 'x' }),\n  SHOP_PORT: port({ desc: 'x', default: 5021 }),\n});\napp.listen(env.SHOP_PORT);",
		}, port: 5021, where: "server.js"},
		"nconf": {files: map[string]string{
			"server.js": "nconf.argv().env().defaults({ name: 'x', port: 5022 });\napp.listen(nconf.get('port'));",
		}, port: 5022, where: "server.js"},
		"commander's options": {files: map[string]string{
			"server.js": "const { program } = require('commander');\nprogram.option('-p, --port <number>', 'port to listen on', '5023');\napp.listen(program.opts().port);",
		}, port: 5023, where: "server.js"},
		"node-config": {files: map[string]string{
			"server.js":           "const config = require('config');\napp.listen(config.get('http.port'));",
			"config/default.json": "{ \"http\": { \"port\": 5008 } }",
		}, port: 5008, where: "config/default.json"},
		"convict": {files: map[string]string{
			"server.js": "const config = require('./config');\napp.listen(config.get('port'));",
			"config.js": "module.exports = convict({\n  port: { doc: 'where', format: 'port', default: 5009, env: 'PORT' },\n});",
		}, port: 5009, where: "config.js", asked: true},
		"an object":             {files: map[string]string{"server.js": "await fastify.listen({ host: '0.0.0.0', port: process.env.PORT ?? 5010 })"}, port: 5010, where: "server.js", asked: true},
		"a name in the object":  {files: map[string]string{"server.js": "const port = 5011;\nserve({ fetch: app.fetch, port })"}, port: 5011, where: "server.js"},
		"a file that it starts": {files: map[string]string{"server.js": "require('./lib/http').up()", "lib/http.js": "exports.up = () => app.listen(5012)"}, port: 5012, where: "lib/http.js"},
		"what Express keeps":    {files: map[string]string{"server.js": "app.set('port', process.env.PORT || process.env.SHOP_PORT || 5020);\napp.listen(app.get('port'))"}, port: 5020, where: "server.js", asked: true},
		"nconf's defaults":      {files: map[string]string{"server.js": "nconf.argv().env().defaults({ db: { port: 5432 }, port: 5021 });\napp.listen(nconf.get('port'))"}, port: 5021, where: "server.js"},
		"what commander parsed": {files: map[string]string{"server.js": "const { program } = require('commander');\nprogram.option('-p, --port <number>', 'where to listen', 5022);\napp.listen(program.opts().port)"}, port: 5022, where: "server.js"},
		"what envalid cleans": {files: map[string]string{
			"server.js": "const { env } = require('./env');\napp.listen(env.PORT)", "env.js": "exports.env = cleanEnv(process.env, {\n  SMTP_PORT: port({ default: 25 }),\n  PORT: port({ default: 5023, desc: 'x' }),\n});",
		}, port: 5023, where: "env.js", asked: true},
		"not of measurements": {files: map[string]string{"server.js": "metrics.listen(9464);\napp.listen(5013)"}, port: 5013, where: "server.js"},
		"not of a mock":       {files: map[string]string{"server.js": "require('./app').up()", "app.js": "", "test/mock.js": "app.listen(5999)"}},
		"in an example":       {files: map[string]string{"server.js": "app.listen(process.env.SHOP_PORT)", ".env.example": "SHOP_PORT=5014\n"}, port: 5014, where: ".env.example"},
		"handed on": {files: map[string]string{
			"server.js": "exports.serve = (options) => http.listen(process.env.PORT || options.port)",
			"config.js": "export default { db: { port: 5432 } }", "lib/settings.js": "export default {\n  port: 5015,\n}",
		}, port: 5015, where: "lib/settings.js", asked: true},
		"Socket.IO by itself":   {files: map[string]string{"server.js": "import { Server } from 'socket.io';\nconst io = new Server(5016, {});"}, port: 5016, where: "server.js"},
		"Socket.IO on a server": {files: map[string]string{"server.js": "import { Server } from 'socket.io';\nconst web = createServer();\nconst io = new Server(web, { pingTimeout: 5999 });\nweb.listen(5017)"}, port: 5017, where: "server.js"},
		"another Server":        {files: map[string]string{"server.js": "const s = new Server(5999);\napp.listen(5018)"}, port: 5018, where: "server.js"},
		"of its own section": {files: map[string]string{
			"server.js": "const config = require('./config');\napp.listen(config.server.port)",
			"config.js": "module.exports = {\n  database: { port: parseInt(process.env.DB_PORT || '5432', 10) },\n  server: { port: parseInt(process.env.SHOP_PORT || '5019', 10) },\n};",
		}, port: 5019, where: "config.js"},
		"commander":                   {files: map[string]string{"server.js": "const { program } = require('commander');\nprogram.option('-p, --port <number>', 'where to listen', '5020').parse();\nconst { port } = program.opts();\napp.listen(port)"}, port: 5020, where: "server.js"},
		"yargs":                       {files: map[string]string{"server.js": "const argv = require('yargs').option('port', { alias: 'p', default: 5021 }).argv;\napp.listen(argv.port)"}, port: 5021, where: "server.js"},
		"an option without a package": {files: map[string]string{"server.js": "const argv = mine.option('port', { default: 5999 }).argv;\napp.listen(argv.port)"}},
		"nconf's file": {files: map[string]string{
			"server.js": "const { host, port } = config.get('server');\napp.listen(port, host)", "lib/defaults.json": "{ \"database\": { \"port\": 3306 }, \"server\": { \"port\": 5022 } }",
		}, port: 5022, where: "lib/defaults.json"},
		"a table of options": {files: map[string]string{
			"server.js": "exports.start = (options) => app.listen(options.port)", "lib/definitions.js": "module.exports = {\n  port: { env: 'SHOP_PORT', default: 5023 },\n};",
		}, port: 5023, where: "lib/definitions.js"},
		"round in a circle": {files: map[string]string{"server.js": "const a = b;\nconst b = a;\napp.listen(a)"}},
		"no port":           {files: map[string]string{"server.js": "app.listen(socketPath)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if test.files["package.json"] == "" {
				test.files["package.json"] = start
			}
			p, _ := languagetest.Project(t, &Language, test.files, ".", "")
			got := newPlan(p).listenPort()
			if got.Value != test.port {
				t.Fatalf("port %d, want %d", got.Value, test.port)
			}
			if test.port == 0 {
				return
			}
			if e := got.Evidence[0]; e.Path != test.where || e.Line == 0 {
				t.Errorf("because of %+v", e)
			}
			if asked := got.Confidence == listenAsked; asked != test.asked {
				t.Errorf("confidence %v", got.Confidence)
			}
		})
	}
}

func TestPortOfFunctions(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{
		"package.json": `{"scripts": {"start": "functions-framework --target=hello"}, "dependencies": {"@google-cloud/functions-framework": "3"}}`,
		"index.js":     "exports.hello = (request, answer) => answer.send('3000');\nconst port = 3000;",
	}, ".", "")
	if got := port(p); got.Value != 8080 || got.Evidence[0].Path != "package.json" {
		t.Errorf("got %+v", got)
	}
}
