// Package pattern holds what is searched for in Python's sources, line by line. It knows
// no project.
package pattern

import "aipack/backend/language"

// EnvReads find environment variables: os.environ, os.getenv, decouple,
// environs and django-environ, and the names that pydantic's fields are given.
var EnvReads = []language.Pattern{
	`\benviron(?:\.get|\.setdefault)?[\[(]\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*["']?([^"'\n,()]*)["']?\s*\))?`,
	`\bgetenv\(\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*["']?([^"'\n,()]*)["']?\s*\))?`,
	`\bconfig\(\s*["']([A-Z][A-Z0-9_]*)["'](?:[^)\n]*?\bdefault\s*=\s*["']?([^"'\n,()]*)["']?)?`,
	`\benv(?:\.(?:str|bool|int|float|list|db|db_url|url|cache|cache_url|json|path|email_url))?\(\s*["']([A-Z][A-Z0-9_]*)["'](?:[^)\n]*?\bdefault\s*=\s*["']?([^"'\n,()]*)["']?)?`,
	`\bField\([^)\n]*?\b(?:env|validation_alias)\s*=\s*["']([A-Z][A-Z0-9_]*)["']`,
	`\b(?:get_env\w*\(|require_env\w*\(|env_\w+\(|\w+_env\()\s*["']([A-Z][A-Z0-9_]{2,})["']\s*\)`,
	`\benvvar\s*=\s*["']([A-Z][A-Z0-9_]*)["']`,
}

// PortUses find the port that a program listens on.
var PortUses = []language.Pattern{
	`(?:environ(?:\.get)?|getenv|config|env(?:\.int|\.str)?)\(\s*["'](?:[A-Z]+_)?PORT["']\s*,\s*(?:default\s*=\s*)?["']?(\d{2,5})["']?`,
	`\.run\([^)\n]*\bport\s*=\s*(\d{2,5})`,
	`\brun_(?:app|server|simple)\([^)\n]*\bport\s*=\s*(\d{2,5})`,
	`\bserve\([^)\n]*\bport\s*=\s*(\d{2,5})`,
	`\b(?:HTTPServer|ThreadingHTTPServer|TCPServer|ThreadingTCPServer|UDPServer|SimpleXMLRPCServer|WSGIServer)\(\s*\(\s*["'][^"'\n]*["']\s*,\s*(\d{2,5})`,
	`\bmake_server\(\s*["'][^"'\n]*["']\s*,\s*(\d{2,5})`,
	`\.bind\(\s*\(\s*[^,()\n]*,\s*(\d{2,5})\s*\)\s*\)`,
	`\bcreate_server\(\s*\(\s*[^,()\n]*,\s*(\d{2,5})\s*\)`,
	`\blisten(?:TCP|SSL)\(\s*(\d{2,5})`,
	`\bstart_server\([^)\n]*,\s*(\d{2,5})\s*[,)]`,
	`\.listen\(\s*(\d{4,5})\b`,
	`\badd_(?:in)?secure_port\(\s*f?["'][^"'\n]*:(\d{2,5})["']`,
	`\blaunch\([^)\n]*\bserver_port\s*=\s*(\d{2,5})`,
	`(?m)^\s*(?:DEFAULT_|HTTP_|SERVER_|APP_)?PORT\s*(?::\s*int\s*)?=\s*(\d{2,5})\s*(?:#.*)?$`,
	`["']\w*(?:hosts?|Hosts?|HOSTS?|bind|listen|address)["'][^\n]*\n?[^\n]{0,60}["'](?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::\]|\*)?:(\d{4,5})["']`,
	`server\.socket_port['"]\s*:\s*(\d{2,5})`,
}

// Routes find the paths of GET routes. Django's have no slash in front.
var Routes = []language.Pattern{
	`@\w+(?:\.\w+)*\.(?:get|route|api_route|head)\(\s*(?:path\s*=\s*)?["'](/[^"'\n<{]*)["']`,
	`\b(?:path|url)\(\s*r?["']\^?([\w./-]+)\$?["']`,
	`\bre_path\(\s*r?["']\^([\w./-]+?)/?\??\$["']`,
	`\b(?:Route|add_get|add_route|add_api_route|add_url_rule|web\.get|add_resource)\(\s*(?:\w+\s*,\s*)?["'](/[^"'\n<{]*)["']`,
	`\(\s*r?["']\^?(/[\w./-]*?)(?:/\?)?\$?["']\s*,\s*(?:\w+\.)*[A-Z]\w*\s*[,)]`,
	`^\s+path\s*=\s*["'](/[^"'\n<{]*)["']\s*,\s*$`, // of Litestar's handlers, an argument a line
	`\bself\.path\s*(?:==|in \()\s*["'](/[^"'\n]*)["']`,
	`@get\(\s*(?:path\s*=\s*)?["'](/[^"'\n<{]*)["']`,
}
