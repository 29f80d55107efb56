// Package variable says what the name and the value of an environment variable show by
// themselves: whether a person sets it, whether it holds a secret, whether its value only
// asks for one.
package variable

import (
	"strings"

	"aipack/backend/language"
)

// givenNames are set by the system, the shell, the build or the platform, and
// not asked of the user.
var givenNames = language.Words(`PATH HOME USER USERNAME LOGNAME SHELL PWD OLDPWD LANG LANGUAGE TZ TERM COLORTERM TMPDIR TEMP TMP HOSTNAME
 EDITOR VISUAL DISPLAY PAGER NODE_ENV NODE_OPTIONS NODE_PATH BABEL_ENV CI CONTINUOUS_INTEGRATION GITHUB_ACTIONS JAVA_HOME
 JAVA_OPTS JAVA_TOOL_OPTIONS JVM_OPTS GOPATH GOROOT GOOS GOARCH CGO_ENABLED CARGO_MANIFEST_DIR CARGO_PKG_VERSION CARGO_PKG_NAME
 OUT_DIR RUST_BACKTRACE RUSTFLAGS PYTHONPATH PYTHONHOME PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE VIRTUAL_ENV DJANGO_SETTINGS_MODULE
 RAILS_ENV RACK_ENV BUNDLE_GEMFILE GEM_HOME MIX_ENV ASPNETCORE_ENVIRONMENT DOTNET_ENVIRONMENT DOTNET_RUNNING_IN_CONTAINER APPDATA
 LOCALAPPDATA USERPROFILE COMSPEC SYSTEMROOT WINDIR PROGRAMFILES PROGRAMDATA NEXT_RUNTIME NEXT_PHASE NEXT_TELEMETRY_DISABLED
 NODE_APP_INSTANCE DYNO JEST_WORKER_ID VITEST VITEST_POOL_ID PLAYWRIGHT_BROWSERS_PATH FORCE_COLOR NO_COLOR LD_LIBRARY_PATH
 LD_PRELOAD SSH_AUTH_SOCK WSL_DISTRO_NAME DISABLE_SPRING SECRET_KEY_BASE_DUMMY RAILS_LOG_TO_STDOUT RAILS_SERVE_STATIC_FILES
 RAILS_MAX_THREADS WEB_CONCURRENCY PIDFILE FLASK_ENV FLASK_APP PHP_CLI_SERVER_WORKERS DEV PROD SSR EXPO_OS`)

// requestNames belong to a request and not to the process: CGI's meta-variables
// (RFC 3875), which WSGI and Rack hand to an application as "environ" (PEP 3333).
// SERVER_NAME, SERVER_PORT and SCRIPT_NAME are none of them: programs also call
// settings of their own so.
var requestNames = language.Words(`REQUEST_METHOD REQUEST_URI PATH_INFO PATH_TRANSLATED QUERY_STRING CONTENT_TYPE CONTENT_LENGTH GATEWAY_INTERFACE
 REMOTE_ADDR REMOTE_HOST REMOTE_PORT REMOTE_USER REMOTE_IDENT AUTH_TYPE SERVER_PROTOCOL SERVER_SOFTWARE DOCUMENT_ROOT HTTP_HOST HTTP_COOKIE
 HTTP_ACCEPT HTTP_USER_AGENT HTTP_REFERER HTTP_AUTHORIZATION HTTP_CONNECTION HTTP_ORIGIN HTTP_X_FORWARDED_FOR HTTP_X_FORWARDED_PROTO HTTP_X_FORWARDED_HOST`)

// OfImages are read by the images of databases and not, as a rule, by the
// program that stands beside them in a compose file.
var OfImages = language.Words(`POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_INITDB_ARGS MYSQL_ROOT_PASSWORD MYSQL_DATABASE MYSQL_USER
 MYSQL_PASSWORD MARIADB_ROOT_PASSWORD MARIADB_DATABASE MARIADB_USER MARIADB_PASSWORD MONGO_INITDB_ROOT_USERNAME
 MONGO_INITDB_ROOT_PASSWORD MONGO_INITDB_DATABASE RABBITMQ_DEFAULT_USER RABBITMQ_DEFAULT_PASS MINIO_ROOT_USER MINIO_ROOT_PASSWORD
 PGADMIN_DEFAULT_EMAIL PGADMIN_DEFAULT_PASSWORD`)

// workflowNames are set by GitHub Actions and GitLab CI while they run a workflow, with
// the token that workflows hand on to what releases a program; other names that begin so are settings of programs that speak with these.
// https://docs.github.com/en/actions/reference/workflows-and-actions/variables,
// https://docs.gitlab.com/ci/variables/predefined_variables/
const workflowNames language.Pattern = `^GITHUB_(?:ACTIONS?|ACTION_(?:PATH|REF|REPOSITORY)|ACTOR(?:_ID)?|API_URL|BASE_REF|ENV|EVENT_(?:NAME|PATH)|GRAPHQL_URL|HEAD_REF|JOB|OUTPUT|PATH|REF(?:_(?:NAME|PROTECTED|TYPE))?|REPOSITORY(?:_ID|_OWNER|_OWNER_ID)?|RETENTION_DAYS|RUN_(?:ATTEMPT|ID|NUMBER)|SERVER_URL|SHA|STEP_SUMMARY|TOKEN|TRIGGERING_ACTOR|WORKFLOW(?:_REF|_SHA)?|WORKSPACE)$|^GITLAB_(?:CI|FEATURES|USER_\w+)$`

var givenPrefixes = []string{"npm_", "LC_", "XDG_", "VERCEL_", "NETLIFY_", "KUBERNETES_", "CARGO_", "HEROKU_", "RENDER_",
	"RAILWAY_", "FLY_", "CI_", "__", "VITE_USER_NODE_ENV", "WT_", "DOTNET_", "COMPOSE_"}

// Asked reports whether a variable is one that a person sets.
func Asked(name string) bool { return name != strings.ToLower(name) && asked(name) }

// lowerGiven are names in lower case that systems and tools set: those of proxies
// (https://www.gnu.org/software/wget/manual/html_node/Proxies.html), of shells and terminals.
var lowerGiven = language.Words(`http_proxy https_proxy ftp_proxy no_proxy all_proxy rsync_proxy socks_proxy windir`)

// AskedInLower reports whether a name in lower case, which a source reads, is one that a
// person sets: one of several words, or one that says what it holds.
func AskedInLower(name string) bool {
	return name == strings.ToLower(name) && !lowerGiven[name] && (strings.Contains(strings.Trim(name, "_"), "_") || Secret(name)) && asked(name)
}

func asked(name string) bool {
	if givenNames[name] || requestNames[name] || workflowNames.Matches(name) || name == "" || len(name) > 100 {
		return false
	}
	for _, p := range givenPrefixes {
		if strings.HasPrefix(name, p) {
			return false
		}
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if !(c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

var secretWords = language.Words("SECRET SECRETS TOKEN PASSWORD PASSWD PASS PWD PW PASSPHRASE CREDENTIAL CREDENTIALS PRIVATE APIKEY SALT DSN PAT PEPPER")

// notSecretWords beside such a word say that it is about the secret, not the
// secret itself: TOKEN_TTL, PASSWORD_MIN_LENGTH, JWT_SECRET_NAME.
var notSecretWords = language.Words("TTL EXPIRY EXPIRES EXPIRATION EXPIRE LENGTH MIN MAX COUNT LIMIT URL URI HOST PORT NAME PATH FILE DIR ENABLED " +
	"ALGORITHM ALG ISSUER AUDIENCE HEADER TYPE TIMEOUT LIFETIME DAYS HOURS MINUTES SECONDS ROUNDS PUBLIC ENDPOINT")

// Secret reports whether a variable holds a secret, by its name.
func Secret(name string) bool {
	parts := strings.FieldsFunc(strings.ToUpper(name), func(c rune) bool { return c == '_' || c == '.' || c == '-' })
	secret := false
	for i, w := range parts {
		switch {
		case notSecretWords[w]:
			return isConnection(name)
		case secretWords[w]:
			secret = true
		case (w == "KEY" || w == "KEYS") && (i > 0 || len(parts) == 1), endsSecret(w):
			secret = true
		}
	}
	return secret || isConnection(name)
}

// endsSecret knows words written together: ACCESSKEY, DBPASSWORD.
func endsSecret(w string) bool {
	return len(w) > 6 && (strings.HasSuffix(w, "KEY") || strings.HasSuffix(w, "SECRET") || strings.HasSuffix(w, "TOKEN")) || strings.HasSuffix(w, "PASSWORD")
}

// isConnection reports whether a variable is a connection string, which holds
// a password more often than not.
func isConnection(name string) bool {
	upper := strings.ToUpper(name)
	for _, end := range []string{"DATABASE_URL", "DATABASE_URI", "DB_URL", "DB_URI", "MONGO_URL", "MONGO_URI", "MONGODB_URI", "MONGODB_URL",
		"POSTGRES_URL", "MYSQL_URL", "AMQP_URL", "RABBITMQ_URL", "CONNECTION_STRING", "CONNECTIONSTRING", "_DSN"} {
		if strings.HasSuffix(upper, end) {
			return true
		}
	}
	return strings.HasPrefix(upper, "CONNECTIONSTRINGS__")
}

// Revealing reports whether a value must not be shown: it holds a password,
// a known token format, or is long and random.
func Revealing(value string) bool {
	if _, rest, ok := strings.Cut(value, "://"); ok && holdsPassword(rest) {
		return true
	}
	for _, p := range []string{"sk_", "sk-", "pk_live", "ghp_", "gho_", "github_pat_", "glpat-", "xox", "AKIA", "ASIA", "AIza", "eyJ", "-----BEGIN", "SG.", "base64:"} {
		if strings.HasPrefix(value, p) {
			return true
		}
	}
	return isRandom(value)
}

// holdsPassword reports whether an address without its scheme holds a password:
// "user:word@host", or that cut off before the "@".
func holdsPassword(rest string) bool {
	authority, _, _ := strings.Cut(rest, "/")
	user, after, ok := strings.Cut(authority, ":")
	if strings.Contains(authority, "@") {
		return ok && !strings.Contains(user, "@")
	}
	return ok && after != "" && !strings.ContainsAny(after[:1], "0123456789$<{[") && !strings.HasPrefix(authority, "[")
}

// isRandom reports whether a text is one long word of letters and digits.
func isRandom(value string) bool {
	if len(value) < 24 {
		return false
	}
	digits, letters := 0, 0
	for _, c := range value {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			letters++
		case c != '+' && c != '/' && c != '=' && c != '_' && c != '-':
			return false
		}
	}
	return digits >= 4 && letters >= 4
}

// Placeholder reports whether an example's value only says that one must be
// filled in.
func Placeholder(value string) bool {
	v := strings.ToLower(strings.TrimSpace(value))
	switch v {
	case "", "required", "todo", "changeme", "change_me", "change-me", "secret", "password", "xxx", "xxxx", "xxxxx", "replace_me",
		"replaceme", "replace-me", "fixme", "...", "your_value", "string":
		return true
	}
	for _, p := range []string{"your", "<", "change", "replace", "insert", "enter", "xxx", "put_", "my-secret", "todo", "[your", "{your"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	return strings.Contains(v, "your-") || strings.Contains(v, "your_") || strings.Contains(v, "changeme")
}

// harmlessNames are variables whose values say how a program runs and nothing
// of whom it serves.
var harmlessNames = language.Words(`PORT HOST BIND LISTEN APP_ENV APP_DEBUG APP_LOCALE APP_TIMEZONE ENV ENVIRONMENT STAGE DEBUG LOG_LEVEL LOGLEVEL LOG_FORMAT
 RUST_LOG GIN_MODE TZ LOCALE CACHE_DRIVER CACHE_STORE SESSION_DRIVER QUEUE_CONNECTION DB_CONNECTION`)

// Harmless reports whether a value of a machine's own file can be shown: a
// switch, every address, a number of up to six digits, or the plain word of a well-known name.
func Harmless(name, value string) bool {
	switch strings.ToLower(value) {
	case "true", "false", "on", "off", "yes", "no", "enabled", "disabled", "0.0.0.0", "::":
		return true
	}
	if len(value) <= 6 && value != "" && strings.Trim(value, "0123456789") == "" {
		return true
	}
	plain := strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-_/") == ""
	return harmlessNames[name] && plain && len(value) <= 40
}
