package php

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/language"
)

// extension is what one extension needs beside the official image.
type extension struct {
	build     []string // Debian packages to compile it
	runtime   []string // Debian 12 packages to run it
	bullseye  []string // the same on Debian 11, where they differ
	configure string   // arguments of docker-php-ext-configure
	pecl      bool     // comes from pecl.php.net, not with PHP's sources
}

// builtIn are the extensions of the official image (docker-library/php).
var builtIn = language.Words(`core ctype curl date dom fileinfo filter ftp hash iconv json libxml mbstring mysqlnd openssl pcre pdo
	pdo_sqlite phar posix random readline reflection session simplexml sodium spl sqlite3 standard tokenizer xml xmlreader
	xmlwriter zlib opcache zend-opcache`)

// knownExtensions are those that can be added. One that is not listed is looked
// for at pecl.php.net: PHP's own are all here.
var knownExtensions = map[string]extension{
	"bcmath": {}, "calendar": {}, "dba": {}, "exif": {}, "gettext": {}, "mysqli": {}, "pcntl": {}, "pdo_mysql": {},
	"shmop": {}, "sockets": {}, "sysvmsg": {}, "sysvsem": {}, "sysvshm": {},
	"bz2":     {build: []string{"libbz2-dev"}},
	"enchant": {build: []string{"libenchant-2-dev"}, runtime: []string{"libenchant-2-2"}},
	"ffi":     {build: []string{"libffi-dev"}, runtime: []string{"libffi8"}, bullseye: []string{"libffi7"}},
	"gd": {
		build:     []string{"libfreetype-dev", "libjpeg62-turbo-dev", "libpng-dev", "libwebp-dev"},
		runtime:   []string{"libfreetype6", "libjpeg62-turbo", "libpng16-16", "libwebp7"},
		bullseye:  []string{"libfreetype6", "libjpeg62-turbo", "libpng16-16", "libwebp6"},
		configure: "--with-freetype --with-jpeg --with-webp",
	},
	"gmp":       {build: []string{"libgmp-dev"}, runtime: []string{"libgmp10"}},
	"imap":      {build: []string{"libc-client-dev", "libkrb5-dev"}, runtime: []string{"libc-client2007e"}, configure: "--with-kerberos --with-imap-ssl"},
	"intl":      {build: []string{"libicu-dev"}, runtime: []string{"libicu72"}, bullseye: []string{"libicu67"}},
	"ldap":      {build: []string{"libldap2-dev"}, runtime: []string{"libldap-2.5-0"}, bullseye: []string{"libldap-2.4-2"}},
	"pdo_dblib": {build: []string{"freetds-dev"}, runtime: []string{"libsybdb5"}, configure: `--with-libdir="lib/$(gcc -dumpmachine)"`},
	"pdo_pgsql": {build: []string{"libpq-dev"}, runtime: []string{"libpq5"}},
	"pgsql":     {build: []string{"libpq-dev"}, runtime: []string{"libpq5"}},
	"snmp":      {build: []string{"libsnmp-dev"}, runtime: []string{"libsnmp40"}},
	"soap":      {build: []string{"libxml2-dev"}},
	"tidy":      {build: []string{"libtidy-dev"}, runtime: []string{"libtidy5deb1"}},
	"xsl":       {build: []string{"libxslt1-dev"}, runtime: []string{"libxslt1.1"}},
	"zip":       {build: []string{"libzip-dev"}, runtime: []string{"libzip4"}},

	"amqp":      {pecl: true, build: []string{"librabbitmq-dev"}, runtime: []string{"librabbitmq4"}},
	"apcu":      {pecl: true},
	"ast":       {pecl: true},
	"ds":        {pecl: true},
	"excimer":   {pecl: true},
	"grpc":      {pecl: true, build: []string{"zlib1g-dev"}},
	"igbinary":  {pecl: true},
	"imagick":   {pecl: true, build: []string{"libmagickwand-dev"}, runtime: []string{"libmagickwand-6.q16-6"}},
	"inotify":   {pecl: true},
	"mailparse": {pecl: true},
	"maxminddb": {pecl: true, build: []string{"libmaxminddb-dev"}, runtime: []string{"libmaxminddb0"}},
	"memcached": {
		pecl: true, build: []string{"libmemcached-dev", "libssl-dev", "zlib1g-dev"},
		runtime: []string{"libmemcached11", "libmemcachedutil2"},
	},
	"mongodb":       {pecl: true, build: []string{"libssl-dev", "pkg-config"}},
	"msgpack":       {pecl: true},
	"oauth":         {pecl: true},
	"openswoole":    {pecl: true, build: []string{"libssl-dev"}},
	"opentelemetry": {pecl: true},
	"pcov":          {pecl: true},
	"pdo_sqlsrv":    {pecl: true, build: []string{"unixodbc-dev"}, runtime: []string{"unixodbc"}},
	"protobuf":      {pecl: true},
	"rdkafka":       {pecl: true, build: []string{"librdkafka-dev"}, runtime: []string{"librdkafka1"}},
	"redis":         {pecl: true},
	"sqlsrv":        {pecl: true, build: []string{"unixodbc-dev"}, runtime: []string{"unixodbc"}},
	"ssh2":          {pecl: true, build: []string{"libssh2-1-dev"}, runtime: []string{"libssh2-1"}},
	"swoole":        {pecl: true, build: []string{"libbrotli-dev", "libssl-dev", "zlib1g-dev"}, runtime: []string{"libbrotli1"}},
	"uuid":          {pecl: true, build: []string{"uuid-dev"}, runtime: []string{"libuuid1"}},
	"yaml":          {pecl: true, build: []string{"libyaml-dev"}, runtime: []string{"libyaml-0-2"}},
	"zstd":          {pecl: true, build: []string{"libzstd-dev"}, runtime: []string{"libzstd1"}},
}

// calls are functions and classes in the source that betray an extension
// where no composer.json names it.
var calls = []struct {
	extension string
	pattern   language.Pattern
}{
	{"mysqli", `\bnew\s+\\?mysqli\b|\bmysqli_(?:connect|init|query)\s*\(`},
	{"pdo_mysql", `["']mysql:(?:host|unix_socket|dbname)=|\bnew\s+\\?PDO\(\s*["']mysql:`},
	{"pdo_pgsql", `["']pgsql:(?:host|dbname)=|\bnew\s+\\?PDO\(\s*["']pgsql:`},
	{"pgsql", `\bpg_(?:connect|pconnect|query)\s*\(`},
	{"sqlsrv", `\bsqlsrv_connect\s*\(`},
	{"gd", `\b(?:gd_info|imagecreate\w*|imagepng|imagejpeg)\s*\(`},
	{"intl", `\bnew\s+\\?(?:NumberFormatter|IntlDateFormatter|Collator)\b`},
	{"redis", `\bnew\s+\\?Redis\s*\(`},
	{"memcached", `\bnew\s+\\?Memcached\s*\(`},
	{"mongodb", `\bnew\s+\\?MongoDB\\`},
	{"imagick", `\bnew\s+\\?Imagick\b`},
	{"zip", `\bnew\s+\\?ZipArchive\b`},
	{"soap", `\bnew\s+\\?Soap(?:Client|Server)\b`},
	{"bcmath", `\bbc(?:add|sub|mul|div|mod|pow|comp)\s*\(`},
	{"gmp", `\bgmp_(?:init|add|mul|pow)\s*\(`},
	{"exif", `\bexif_(?:read_data|imagetype)\s*\(`},
	{"bz2", `\bbz(?:open|compress|decompress)\s*\(`},
	{"ldap", `\bldap_(?:connect|bind)\s*\(`},
	{"calendar", `\b(?:cal_days_in_month|gregoriantojd)\s*\(`},
	{"sockets", `\bsocket_(?:create|bind|accept)\s*\(`},
	{"pcntl", `\bpcntl_(?:fork|signal|wait)\w*\s*\(`},
}

const (
	database = language.Pattern(`(?mi)^\s*(?:export\s+)?(?:DB_CONNECTION|DB_DRIVER|DATABASE_DRIVER|database\.default\.DBDriver)\s*=\s*["']?(mysqli?|mariadb|pgsql|postgres(?:ql)?|postgre|sqlsrv|sqlite)\b|^\s*(?:DATABASE_URL|DB_URL)\s*=\s*["']?(mysql|mariadb|postgres(?:ql)?|pgsql)2?\+?\w*:`)
	redisUse = language.Pattern(`(?m)^\s*(?:QUEUE_CONNECTION|QUEUE_DRIVER|CACHE_DRIVER|CACHE_STORE|SESSION_DRIVER|BROADCAST_DRIVER)\s*=\s*["']?redis\b`)
	iniExt   = language.Pattern(`(?m)^\s*extension\s*=\s*"?([a-z0-9_]+)(?:\.so)?"?`)
)

// asked lists the extensions to install, sorted: what composer.json and the
// locked packages require, what the framework cannot do without, the database
// that .env names, an ini file's extensions, and what plain sources call.
func asked(p *language.Project) []string {
	asked := map[string]bool{}
	add := func(names ...string) {
		for _, n := range names {
			n = strings.ToLower(strings.TrimPrefix(n, "ext-"))
			n = strings.ReplaceAll(n, "-", "_")
			if n != "" && !builtIn[n] && n != "zend_opcache" && n != "xdebug" && language.MadeOf(n, "abcdefghijklmnopqrstuvwxyz0123456789_") {
				asked[n] = true
			}
		}
	}
	for _, d := range p.Deps {
		if strings.HasPrefix(d.Name, "ext-") && !d.Dev {
			add(d.Name)
		}
	}
	lock, _ := composerLock(p.Folder)
	for _, pkg := range lock.Packages {
		for name := range pkg.Require {
			if strings.HasPrefix(name, "ext-") {
				add(name)
			}
		}
	}
	add(frameworkExtensions(p)...)
	for _, file := range []string{".env.example", ".env.dist", ".env.sample", "env.example", ".env"} {
		text := p.Folder.Content(file)
		for _, m := range database.Regexp().FindAllStringSubmatch(text, 5) {
			add(databaseExtension(p, strings.ToLower(m[1]+m[2]))...)
		}
		if redisUse.Regexp().MatchString(text) && !p.Uses("predis/predis") {
			add("redis")
		}
	}
	if m := databaseDefault.Regexp().FindStringSubmatch(p.Folder.Content("config/database.php")); m != nil {
		add(databaseExtension(p, m[1])...)
	}
	add(containerExtensions(p)...)
	for _, ini := range append(p.Glob(".php.ini.d/*.ini"), p.Glob("*.ini")...) {
		for _, m := range iniExt.Regexp().FindAllStringSubmatch(p.Folder.Content(ini), 50) {
			add(m[1])
		}
	}
	if p.Has("composer.json") && p.Framework.Value == "" {
		for _, d := range called(p.Folder) {
			add(d.Name)
		}
	}
	out := make([]string, 0, len(asked))
	for name := range asked {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// databaseDefault is Laravel's own setting: the database that is used where
// nobody names another.
const databaseDefault = language.Pattern(`["']default["']\s*=>\s*env\(\s*["']DB_CONNECTION["']\s*,\s*["'](mysql|mariadb|pgsql|sqlsrv)["']`)

// containerExtensions lists the extensions that the project's own container
// file adds to the image, of those that are known.
func containerExtensions(p *language.Project) []string {
	var out []string
	for _, s := range p.Built.Steps("docker-php-ext-install", "docker-php-ext-enable", "install-php-extensions", "pecl") {
		if s.Maybe {
			continue
		}
		for _, w := range s.Words[1:] {
			name, _, _ := strings.Cut(w, "-") // redis-6.0.2
			if _, known := knownExtensions[name]; known {
				out = append(out, name)
			}
		}
	}
	return out
}

func databaseExtension(p *language.Project, database string) []string {
	switch {
	case strings.HasPrefix(database, "post"), database == "pgsql":
		if p.Framework.Value == "CodeIgniter" {
			return []string{"pgsql"}
		}
		return []string{"pdo_pgsql"}
	case database == "mysqli":
		return []string{"mysqli"}
	case strings.HasPrefix(database, "mysql"), database == "mariadb":
		return []string{"pdo_mysql"}
	}
	return nil
}

// frameworkExtensions are what the frameworks' own documents ask for beyond
// the image's.
func frameworkExtensions(p *language.Project) []string {
	switch p.Framework.Value {
	case "Laravel":
		return []string{"bcmath", "pcntl"}
	case "Symfony", "CakePHP", "CodeIgniter":
		return []string{"intl"}
	case "WordPress":
		return []string{"mysqli", "gd", "exif", "intl", "zip"}
	case "Drupal", "TYPO3", "Craft CMS":
		return []string{"gd", "intl", "pdo_mysql", "zip"}
	case "Magento":
		return []string{"bcmath", "gd", "intl", "pdo_mysql", "soap", "sockets", "xsl", "zip"}
	case "Hyperf":
		return []string{"swoole", "pcntl"}
	case "Workerman":
		return []string{"pcntl"}
	}
	return nil
}

// called finds the extensions that plain sources call, in a bounded number
// of them.
func called(f *language.Folder) []language.Dependency {
	var out []language.Dependency
	seen := map[string]bool{}
	files := f.Glob("**/*.php")
	for _, name := range files[:min(len(files), 60)] {
		if strings.HasPrefix(name, "vendor/") || strings.HasPrefix(path.Base(name), "test") {
			continue
		}
		text := f.Content(name)
		for _, c := range calls {
			if !seen[c.extension] && c.pattern.Regexp().MatchString(text) {
				seen[c.extension] = true
				out = append(out, language.Dependency{Name: "ext-" + c.extension, Path: f.Join(name)})
			}
		}
	}
	return out
}

// install gives the lines that compile the extensions, and the packages to
// compile and to run them.
func install(extensions []string, image string) (lines, build, runtime []string) {
	var own, pecl []string
	old := strings.HasSuffix(image, "bullseye")
	recent := strings.HasPrefix(image, "php:8.4") || strings.HasPrefix(image, "php:8.5")
	for _, name := range extensions {
		x, known := knownExtensions[name]
		build = append(build, x.build...)
		if old && x.bullseye != nil {
			runtime = append(runtime, x.bullseye...)
		} else {
			runtime = append(runtime, x.runtime...)
		}
		switch {
		case x.pecl || !known || name == "imap" && recent: // which left PHP's sources in 8.4
			pecl = append(pecl, name)
			continue
		case x.configure != "":
			lines = append(lines, "docker-php-ext-configure "+name+" "+x.configure)
		}
		own = append(own, name)
	}
	if len(own) > 0 {
		lines = append(lines, `docker-php-ext-install -j"$(nproc)" `+strings.Join(own, " "))
	}
	if len(pecl) > 0 {
		lines = append(lines, "yes '' | pecl install "+strings.Join(pecl, " ")+" && docker-php-ext-enable "+strings.Join(pecl, " "))
	}
	sort.Strings(build)
	sort.Strings(runtime)
	return lines, build, runtime
}
