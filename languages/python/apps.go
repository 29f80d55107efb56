package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
	"aipack/languages/python/module"
)

// constructors are the calls that make an application object, and the
// framework each belongs to (the frameworks' own documentation).
var constructors = map[string]string{
	"flask.Flask": "Flask", "flask.app.Flask": "Flask", "apiflask.APIFlask": "Flask",
	"flask_openapi3.OpenAPI": "Flask", "flask_appbuilder.AppBuilder": "Flask", "eve.Eve": "Flask",
	"fastapi.FastAPI": "FastAPI", "fastapi.applications.FastAPI": "FastAPI", "fastapi_offline.FastAPIOffline": "FastAPI",
	"gradio.mount_gradio_app": "FastAPI", "gradio.routes.mount_gradio_app": "FastAPI", // it gives the application back: https://www.gradio.app/docs/gradio/mount_gradio_app
	"starlette.applications.Starlette": "Starlette",
	"litestar.Litestar":                "Litestar", "litestar.app.Litestar": "Litestar", "starlite.Starlite": "Litestar",
	"quart.Quart": "Quart",
	"sanic.Sanic": "Sanic", "sanic.app.Sanic": "Sanic",
	"bottle.Bottle": "Bottle", "bottle.default_app": "Bottle", "bottle.app": "Bottle",
	"falcon.App": "Falcon", "falcon.API": "Falcon", "falcon.asgi.App": "Falcon",
	"aiohttp.web.Application": "aiohttp",
	"tornado.web.Application": "Tornado",
	"dash.Dash":               "Dash",
	"connexion.App":           "Connexion", "connexion.FlaskApp": "Connexion", "connexion.AsyncApp": "Connexion", "connexion.FlaskApp.app": "Connexion",
	"fasthtml.common.FastHTML": "FastHTML", "fasthtml.common.fast_app": "FastHTML", "fasthtml.FastHTML": "FastHTML", "fasthtml.fast_app": "FastHTML",
	"robyn.Robyn": "Robyn", "blacksheep.Application": "BlackSheep", "blacksheep.server.Application": "BlackSheep",
	"microdot.Microdot": "Microdot", "responder.API": "Responder", "emmett.App": "Emmett", "shiny.App": "Shiny", "marimo.App": "Marimo",
	"celery.Celery": "Celery", "celery.app.Celery": "Celery",
	"mcp.server.fastmcp.FastMCP": "MCP", "fastmcp.FastMCP": "MCP",
}

// asgi are the frameworks whose applications speak ASGI.
var asgi = map[string]bool{
	"FastAPI": true, "Starlette": true, "Litestar": true, "Quart": true, "FastHTML": true, "BlackSheep": true, "Responder": true,
}

// application is an application object that a server can be pointed at.
type application struct {
	file      sourceFile
	variable  string // the name it has in its module; of a factory the function's
	factory   bool
	framework string
	asgi      bool
	line      int
	function  string // made inside this function only
}

// applications finds every application object, the likeliest first: objects of
// a module before factories, objects before what only functions see.
func applications(files []sourceFile) []application {
	var direct, factories, called, inner []application
	byFunction := map[string]string{}
	classes := subclasses(files)
	for _, f := range files {
		for _, a := range f.Assigns {
			framework, full := constructor(f, a)
			if framework == "" && a.Call != nil {
				framework = classes[a.Call.Full[strings.LastIndexByte(a.Call.Full, '.')+1:]]
			}
			if framework == "" {
				continue
			}
			app := application{
				file: f, variable: a.Target, framework: framework, line: a.Line, function: a.Function,
				asgi: asgi[framework] || strings.Contains(full, "asgi") || strings.Contains(full, "Async"),
			}
			switch {
			case a.Function == "" && !strings.Contains(a.Target, "."):
				direct = append(direct, app)
			case factoryName(a.Function):
				byFunction[a.Function] = framework
				app.variable, app.factory = a.Function, true
				factories = append(factories, app)
			default:
				inner = append(inner, app)
			}
		}
		factories = append(factories, returned(f, byFunction)...)
	}
	for _, f := range files {
		for _, a := range f.Assigns {
			if a.Call == nil || a.Function != "" || strings.Contains(a.Target, ".") {
				continue
			}
			name := a.Call.Full[strings.LastIndexByte(a.Call.Full, '.')+1:]
			if framework := byFunction[name]; framework != "" {
				app := application{file: f, variable: a.Target, framework: framework, line: a.Line, asgi: asgi[framework]}
				if a.Call.InMain && a.Call.Name == name && len(a.Call.Args) == 0 { // a server imports the module, and makes it there
					app.variable, app.factory = name, true
				}
				called = append(called, app)
			}
		}
	}
	return append(append(append(direct, called...), factories...), inner...)
}

// subclasses maps the project's own classes to the framework whose
// application class they extend.
func subclasses(files []sourceFile) map[string]string {
	classes := map[string]string{}
	for _, f := range files {
		for _, c := range f.Functions {
			for _, base := range c.Bases {
				if framework := constructors[base]; framework != "" && framework != "Celery" {
					classes[c.Name] = framework
				}
			}
		}
	}
	return classes
}

// returned finds factories that return the object without naming it.
func returned(f sourceFile, byFunction map[string]string) []application {
	var out []application
	for _, c := range f.Calls {
		framework := constructors[c.Full]
		if framework == "" || !factoryName(c.Function) || byFunction[c.Function] != "" {
			continue
		}
		byFunction[c.Function] = framework
		out = append(out, application{file: f, variable: c.Function, factory: true, framework: framework, line: c.Line, function: c.Function, asgi: asgi[framework]})
	}
	return out
}

func constructor(f sourceFile, a pysource.Assign) (framework, full string) {
	if a.Call == nil {
		return "", ""
	}
	if framework = constructors[a.Call.Full]; framework != "" {
		return framework, a.Call.Full
	}
	return "", ""
}

// factoryName reports whether a function is named as application
// factories are: Flask and uvicorn document create_app.
func factoryName(name string) bool {
	switch name {
	case "create_app", "make_app", "get_app", "build_app", "init_app", "app_factory", "create_application", "get_application",
		"make_application", "create_api", "create_server", "create_asgi_app", "create_wsgi_app", "setup_app", "start_app":
		return true
	}
	return false
}

// servers are calls that wait for connections for ever.
var servers = map[string]string{
	"uvicorn.run": "", "uvicorn.Server": "", "hypercorn.run": "", "waitress.serve": "", "gevent.pywsgi.WSGIServer": "", "eventlet.wsgi.server": "",
	"http.server.HTTPServer": "", "http.server.ThreadingHTTPServer": "", "http.server.test": "", "BaseHTTPServer.HTTPServer": "",
	"socketserver.TCPServer": "", "socketserver.ThreadingTCPServer": "", "socketserver.UDPServer": "", "SocketServer.TCPServer": "",
	"wsgiref.simple_server.make_server": "", "wsgiref.simple_server.WSGIServer": "", "asyncio.start_server": "",
	"websockets.serve": "", "websockets.asyncio.server.serve": "", "websockets.server.serve": "",
	"aiohttp.web.run_app": "aiohttp", "tornado.httpserver.HTTPServer": "Tornado", "tornado.ioloop.IOLoop.current": "Tornado",
	"grpc.server": "gRPC", "grpc.aio.server": "gRPC", "xmlrpc.server.SimpleXMLRPCServer": "", "cherrypy.quickstart": "CherryPy",
	"werkzeug.serving.run_simple": "", "bjoern.run": "", "bottle.run": "Bottle", "nicegui.ui.run": "NiceGUI", "web.application": "web.py",
	"twisted.internet.reactor.listenTCP": "Twisted", "pyramid.config.Configurator": "Pyramid",
	"gradio.Interface": "Gradio", "gradio.Blocks": "Gradio", "gradio.ChatInterface": "Gradio", "gradio.TabbedInterface": "Gradio",
	"mesop.page": "Mesop", "taipy.Gui": "Taipy", "taipy.gui.Gui": "Taipy", "flet.app": "Flet", "flet.run": "Flet",
	"chainlit.on_message": "Chainlit", "chainlit.on_chat_start": "Chainlit", "bentoml.service": "BentoML", "reflex.App": "Reflex",
}

// workers are libraries of programs that run for ever and listen on no
// port, and the name each goes by.
var workers = []struct{ module, name string }{
	{"discord", "discord.py"}, {"nextcord", "Nextcord"}, {"disnake", "Disnake"}, {"hikari", "Hikari"}, {"interactions", "interactions.py"},
	{"aiogram", "aiogram"}, {"telegram", "python-telegram-bot"}, {"telebot", "pyTelegramBotAPI"}, {"telethon", "Telethon"}, {"pyrogram", "Pyrogram"},
	{"slack_bolt", "Slack Bolt"}, {"vkbottle", "VKBottle"}, {"vk_api", "vk_api"}, {"twitchio", "TwitchIO"}, {"nio", "matrix-nio"},
	{"apscheduler.schedulers.blocking", ""}, {"schedule", ""}, {"faust", "Faust"}, {"kopf", "Kopf"},
	{"arq", ""}, {"dramatiq", "Dramatiq"}, {"nats", ""}, {"paho.mqtt", ""},
}

// kindOf says what running a file does: it serves (web), runs for ever
// (worker) or ends (cli). It sees what the file reaches through imports of the
// project's own modules.
func kindOf(f *language.Folder, file sourceFile) (kind universalbuild.Kind, framework string) {
	asks, worker := false, ""
	works := file.Loop
	if file.Imports("locust") {
		return universalbuild.Web, "Locust"
	}
	for _, src := range reach(f, file) {
		if src.takesConnections() {
			return universalbuild.Web, ""
		}
		for _, c := range src.Calls {
			if framework, serves := src.serves(c.Full); serves && !src.speaksStdio(c) {
				return universalbuild.Web, framework
			}
			asks = asks || c.Full == "input"
		}
		for _, class := range src.Functions { // class Server(ThreadingMixIn, wsgiref.simple_server.WSGIServer)
			if slices.ContainsFunc(class.Bases, func(base string) bool { _, serves := servers[base]; return serves }) {
				return universalbuild.Web, ""
			}
		}
		for _, module := range []string{"argparse", "click", "typer", "fire", "pygame", "curses", "textual", "tkinter"} {
			asks = asks || src.Imports(module)
		}
		for _, w := range workers {
			if !works || worker == "" {
				if src.Imports(w.module) {
					works, worker = true, w.name
				}
			}
		}
	}
	if worker != "" || works && !asks {
		return universalbuild.Worker, worker
	}
	return universalbuild.CLI, ""
}

// serves reports whether a call waits for connections, and whose it is.
func (f sourceFile) serves(name string) (framework string, serves bool) {
	if framework, serves = servers[name]; serves {
		return framework, true
	}
	if strings.HasPrefix(name, "streamlit.") {
		return "Streamlit", true
	}
	head, last, dotted := strings.Cut(name, ".")
	if dotted && last == "run" && f.appNamed(head) {
		return "", true
	}
	last = name[strings.LastIndexByte(name, '.')+1:]
	return "", last == "serve_forever" || last == "wait_for_termination"
}

// takesConnections reports whether a file binds a socket to a host and a port, and
// waits for who connects to it (https://docs.python.org/3/library/socket.html).
// What sits on a socket of the file system is reached by nobody outside.
func (f sourceFile) takesConnections() bool {
	binds, accepts := false, false
	for _, c := range f.Calls {
		switch c.Name[strings.LastIndexByte(c.Name, '.')+1:] {
		case "bind":
			at := []pysource.Token{}
			if len(c.Args) > 0 {
				at = f.Literal(c.Args[0].Tokens)
			}
			binds = binds || len(at) > 0 && at[0].Op("(")
		case "accept", "sock_accept":
			accepts = true
		}
		binds = binds || c.Full == "socket.create_server"
	}
	return binds && accepts && f.Imports("socket")
}

// speaksStdio reports whether a call runs an MCP server over its standard
// input, which is what they do when no transport is named.
func (f sourceFile) speaksStdio(c pysource.Call) bool {
	head, last, _ := strings.Cut(c.Name, ".")
	if last != "run" || !f.Imports("mcp") && !f.Imports("fastmcp") || f.constructs(head) != "MCP" {
		return false
	}
	transport, named := c.Arg("transport")
	text, _ := transport.Text()
	return !named || text == "stdio"
}

// constructs names the framework of the application object of that name.
func (f sourceFile) constructs(name string) string {
	for _, a := range f.Assigns {
		if a.Target == name {
			framework, _ := constructor(f, a)
			return framework
		}
	}
	return ""
}

// appNamed reports whether a name of the module is an application object.
func (f sourceFile) appNamed(name string) bool {
	for _, a := range f.Assigns {
		if a.Target == name {
			framework, _ := constructor(f, a)
			return framework != "" && framework != "Celery" || a.Call != nil && factoryName(a.Call.Full[strings.LastIndexByte(a.Call.Full, '.')+1:])
		}
	}
	full := f.Names[name]
	return full != name && (name == "app" || name == "application" || name == "socketio") && strings.Contains(full, ".")
}

// maxReach is how many modules of the project are followed.
const maxReach = 40

// reach lists a file and the project's own modules it imports.
func reach(f *language.Folder, first sourceFile) []sourceFile {
	files := []sourceFile{first}
	seen := map[string]bool{first.path: true}
	for i := 0; i < len(files) && len(files) < maxReach; i++ {
		file := files[i]
		dir := path.Dir(file.path)
		add := func(module string) bool {
			for _, base := range []string{dir, ".", "src"} {
				rel := path.Join(base, strings.ReplaceAll(module, ".", "/"))
				if strings.HasPrefix(module, ".") {
					up := strings.TrimLeft(module, ".")
					rel = path.Join(dir, strings.Repeat("../", len(module)-len(up)-1), strings.ReplaceAll(up, ".", "/"))
				}
				for _, name := range []string{rel + ".py", path.Join(rel, "__init__.py"), path.Join(rel, "__main__.py")} {
					if strings.HasPrefix(name, "../") || seen[name] || len(files) == maxReach {
						continue
					}
					if src, ok := sourceOf(f, name); ok {
						seen[name] = true
						files = append(files, src)
						return true
					}
				}
			}
			return false
		}
		for _, m := range file.Modules {
			add(m)
		}
		for _, full := range module.SortedNames(file.Names) {
			if i := strings.LastIndexByte(full, '.'); i > 0 || strings.HasPrefix(full, ".") {
				add(full) // from package import module
			}
		}
	}
	return files
}
