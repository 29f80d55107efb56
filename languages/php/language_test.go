package php

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/universalbuild"
)

type files = languagetest.Files

const page = "<?php echo 1;\n"

func TestRoles(t *testing.T) {
	for name, c := range map[string]struct {
		files files
		role  language.Role
		kind  universalbuild.Kind
	}{
		"page":            {files{"index.php": page}, language.Service, universalbuild.Web},
		"composer":        {files{"composer.json": `{"require":{"slim/slim":"^4"}}`, "public/index.php": page}, language.Service, universalbuild.Web},
		"laravel":         {files{"composer.json": `{"require":{"laravel/framework":"^11"}}`, "artisan": page, "public/index.php": page}, language.Service, universalbuild.Web},
		"library":         {files{"composer.json": `{"type":"library"}`, "src/A.php": page}, language.Library, ""},
		"plugin":          {files{"composer.json": `{"type":"wordpress-plugin"}`, "index.php": page}, language.Library, ""},
		"untyped library": {files{"composer.json": `{"name":"a/b","require":{"php":"^8","psr/log":"^3"}}`, "src/A.php": page}, language.Library, ""},
		"react":           {files{"composer.json": `{"require":{"react/http":"^1"}}`, "server.php": "<?php $s = new HttpServer(fn() => 1); $s->listen($socket);\n"}, language.Service, universalbuild.Web},
		"worker":          {files{"composer.json": `{}`, "worker.php": "<?php while (true) { work(); }\n"}, language.Service, universalbuild.Worker},
		"script":          {files{"main.php": page}, language.Program, ""},
		"command":         {files{"composer.json": `{"bin":["bin/shop"]}`, "bin/shop": "#!/usr/bin/env php\n" + page, "src/A.php": page}, language.Program, universalbuild.CLI},
	} {
		t.Run(name, func(t *testing.T) {
			claim, ok := Language.Claim(languagetest.Reader(t, c.files).Folder("."))
			if !ok || claim.Role != c.role || claim.Kind != c.kind {
				t.Errorf("claimed %t as role %d, kind %q; want role %d, kind %q", ok, claim.Role, claim.Kind, c.role, c.kind)
			}
		})
	}
}

func TestClaimsNoPartOfAnApplication(t *testing.T) {
	reader := languagetest.Reader(t, files{
		"composer.json": `{}`, "public/index.php": page, "public/admin/index.php": page,
	})
	for _, dir := range []string{"public", "public/admin"} {
		if _, ok := Language.Claim(reader.Folder(dir)); ok {
			t.Errorf("%s is claimed beside the application", dir)
		}
	}
	if _, ok := Language.Claim(languagetest.Reader(t, files{"index.php": "<html>no code</html>"}).Folder(".")); ok {
		t.Error("a page without PHP is claimed")
	}
}

func TestWebRoot(t *testing.T) {
	for name, c := range map[string]struct {
		files files
		want  string
	}{
		"public":           {files{"composer.json": `{}`, "public/index.php": page, "index.php": page}, "/app/public"},
		"cake":             {files{"composer.json": `{}`, "webroot/index.php": page}, "/app/webroot"},
		"flex":             {files{"composer.json": `{"extra":{"public-dir":"html/"}}`, "html/index.php": page, "public/index.php": page}, "/app/html"},
		"drupal":           {files{"composer.json": `{"extra":{"drupal-scaffold":{"locations":{"web-root":"docroot/"}}}}`, "docroot/index.php": page}, "/app/docroot"},
		"heroku":           {files{"composer.json": `{}`, "Procfile": "web: vendor/bin/heroku-php-apache2 site/\n", "site/index.php": page, "public/index.php": page}, "/app/site"},
		"outside":          {files{"composer.json": `{"extra":{"public-dir":"../x"}}`, "index.php": page}, "/app"},
		"wordpress":        {files{"index.php": page, "wp-load.php": page, "web/index.php": page}, "/app"},
		"the whole folder": {files{"index.php": page}, "/app"},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Service(t, &Language, c.files)
			if site := r.Runtime.Files[1].Content; !strings.Contains(site, `DocumentRoot "`+c.want+`"`) {
				t.Errorf("want %s in\n%s", c.want, site)
			}
		})
	}
}

func TestImage(t *testing.T) {
	for name, c := range map[string]struct {
		composer, lock, want string
	}{
		"nothing":         {`{}`, "", "php:8.4-apache-bookworm"},
		"range":           {`{"require":{"php":"^8.1"}}`, "", "php:8.4-apache-bookworm"},
		"at least":        {`{"require":{"php":">=7.4"}}`, `{"packages":[{"name":"a/b","require":{"php":"^7.4 || ^8.0"}}]}`, "php:8.4-apache-bookworm"},
		"at least, held":  {`{"require":{"php":">=7.4"}}`, `{"packages":[{"name":"a/b","require":{"php":"^7.2"}}]}`, "php:7.4-apache-bullseye"},
		"platform":        {`{"require":{"php":"^8.1"},"config":{"platform":{"php":"8.1.27"}}}`, "", "php:8.1-apache-bookworm"},
		"locked packages": {`{"require":{"php":"^8.1"}}`, `{"packages":[{"name":"a/b","require":{"php":">=8.0 <8.3"}}]}`, "php:8.2-apache-bookworm"},
		"old":             {`{"require":{"php":"^7.2"}}`, "", "php:7.4-apache-bullseye"},
		"too old":         {`{"require":{"php":"5.6.*"}}`, "", "php:7.4-apache-bullseye"},
		"newer":           {`{"require":{"php":"^8.5"}}`, "", "php:8.5-apache-bookworm"},
	} {
		t.Run(name, func(t *testing.T) {
			in := files{"composer.json": c.composer, "index.php": page}
			if c.lock != "" {
				in["composer.lock"] = c.lock
			}
			p, r := languagetest.Service(t, &Language, in)
			if r.Runtime.BaseImage != c.want {
				t.Errorf("%s, want %s", r.Runtime.BaseImage, c.want)
			}
			if warned := len(p.Reader().Warnings(".")) > 0; warned != (name == "too old") {
				t.Errorf("warnings %+v", p.Reader().Warnings("."))
			}
		})
	}
}

func TestExtensions(t *testing.T) {
	for name, c := range map[string]struct {
		files files
		want  []string
	}{
		"composer":          {files{"composer.json": `{"require":{"ext-gd":"*","ext-json":"*"},"require-dev":{"ext-xdebug":"*"}}`, "index.php": page}, []string{"gd"}},
		"locked packages":   {files{"composer.json": `{"require":{"slim/slim":"*"}}`, "composer.lock": `{"packages":[{"name":"a/b","require":{"ext-intl":"*"}}]}`, "index.php": page}, []string{"intl"}},
		"database of env":   {files{"composer.json": `{"require":{"slim/slim":"*"}}`, ".env.example": "DATABASE_URL=\"postgresql://a:b@db/c\"\n", "index.php": page}, []string{"pdo_pgsql"}},
		"sqlite":            {files{"composer.json": `{"require":{"slim/slim":"*"}}`, ".env": "DB_CONNECTION=sqlite\n", "index.php": page}, nil},
		"predis":            {files{"composer.json": `{"require":{"slim/slim":"*","predis/predis":"*"}}`, ".env": "CACHE_DRIVER=redis\n", "index.php": page}, nil},
		"calls":             {files{"index.php": "<?php $d = new mysqli('db'); imagepng(imagecreate(1, 1));\n"}, []string{"gd", "mysqli"}},
		"unknown":           {files{"composer.json": `{"require":{"ext-simdjson":"*"}}`, "index.php": page}, []string{"simdjson"}},
		"hostile name":      {files{"composer.json": `{"require":{"ext-gd; rm -rf /":"*"}}`, "index.php": page}, nil},
		"laravel's default": {files{"composer.json": `{"require":{"laravel/framework":"^12"}}`, "artisan": page, "config/database.php": "<?php return ['default' => env('DB_CONNECTION', 'mysql')];\n", "public/index.php": page}, []string{"bcmath", "pcntl", "pdo_mysql"}},
		"ini file":          {files{".php.ini.d/a.ini": "extension=bz2.so\nextension=curl.so\n", "index.php": page}, []string{"bz2"}},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Service(t, &Language, c.files)
			if got := asked(p); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	lines, build, runtime := install([]string{"gd", "imap", "redis", "simdjson"}, "php:8.4-apache-bookworm")
	want := []string{
		"docker-php-ext-configure gd --with-freetype --with-jpeg --with-webp", `docker-php-ext-install -j"$(nproc)" gd`,
		"yes '' | pecl install imap redis simdjson && docker-php-ext-enable imap redis simdjson",
	}
	if !slices.Equal(lines, want) || !slices.Contains(build, "libpng-dev") || !slices.Contains(runtime, "libpng16-16") {
		t.Errorf("%q, build %q, runtime %q", lines, build, runtime)
	}
}

// TestContainerExtensions: what the project's own image compiles in is used.
func TestContainerExtensions(t *testing.T) {
	p, _ := languagetest.Service(t, &Language, files{"composer.json": `{"require":{"slim/slim":"*"}}`, "index.php": page})
	d, _ := dockerfile.Parse("FROM php:8.4-apache\nRUN docker-php-ext-install -j$(nproc) gd opcache \\\n  && pecl install redis-6.1.0 xdebug && install-php-extensions @composer exif\n")
	p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
	if got := asked(p); !slices.Equal(got, []string{"exif", "gd", "redis"}) {
		t.Errorf("%q", got)
	}
}

func TestServesItself(t *testing.T) {
	p, r := languagetest.Service(t, &Language, files{
		"composer.json":    `{"require":{"slim/slim":"^4","react/http":"^1"}}`,
		"public/index.php": "<?php\n$server = new HttpServer(fn($r) => $app->handle($r));\n$server->listen(new SocketServer('0.0.0.0:'.getenv('PORT')));\n",
	})
	if got := strings.Join(p.Start.Value.Command, " "); got != "php public/index.php" || strings.Contains(r.Runtime.BaseImage, "apache") {
		t.Errorf("started by %q on %s", got, r.Runtime.BaseImage)
	}
}

func TestProcesses(t *testing.T) {
	p, r := languagetest.Service(t, &Language, files{
		"composer.json": `{"require":{"symfony/framework-bundle":"^7","symfony/messenger":"^7","doctrine/doctrine-migrations-bundle":"^3"},"scripts":{"post-install-cmd":["@auto-scripts"]}}`,
		"bin/console":   page, "public/index.php": page, "migrations/Version1.php": page,
		"config/packages/messenger.yaml": "framework:\n  messenger:\n    transports:\n      async: '%env(DSN)%'\n      failed: 'doctrine://default'\n      'x; id': ''\n",
	})
	if len(p.Start.Value.Processes) != 1 || !slices.Equal(p.Start.Value.Processes[0].Command, []string{"php", "bin/console", "messenger:consume", "async"}) {
		t.Errorf("processes %+v", p.Start.Value.Processes)
	}
	if len(p.Start.Value.Release) != 1 || !strings.Contains(p.Start.Value.Release[0], "doctrine:migrations:migrate") {
		t.Errorf("release %q", p.Start.Value.Release)
	}
	if r.Build.Environment["APP_ENV"] != "prod" || !slices.Contains(r.Build.BuildCommands, "composer run-script --no-dev --no-interaction post-install-cmd") {
		t.Errorf("%+v", r.Build)
	}
}

func TestHerokuBootScriptStandsForApache(t *testing.T) {
	_, r := languagetest.Service(t, &Language, files{"composer.json": `{}`, "Procfile": "web: heroku-php-apache2\n", "index.php": page})
	if last := r.Runtime.Setup[len(r.Runtime.Setup)-1]; !strings.Contains(last, "exec apache2-foreground") || !strings.Contains(last, ">/usr/local/bin/heroku-php-apache2") {
		t.Errorf("setup %q", r.Runtime.Setup)
	}
}

func TestPortOfAnotherWebServerIsNotOurs(t *testing.T) {
	for file, want := range map[string]int{"FROM php:8.3-apache\nEXPOSE 80\n": 8080, "FROM php:8.3-fpm\nEXPOSE 9000\n": 8080, "EXPOSE 8000\n": 0} {
		p, _ := languagetest.Service(t, &Language, files{"index.php": page, "Dockerfile": file})
		if got := port(p); got.Value != want {
			t.Errorf("%q: %d, want %d", file, got.Value, want)
		}
	}
}
