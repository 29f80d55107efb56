// Package nginx serves a folder of files: the runtime of every static site,
// whoever built it.
package nginx

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// The web server's image, where it looks for files, and where it listens.
const (
	Image = "nginx:1.28-bookworm"
	root  = "/usr/share/nginx/html"
	Port  = 8080 // above 1024, so that no privilege is needed to listen
)

// Runtime is the runtime of a static site: nginx as an ordinary user,
// with the files of output, a folder of the build relative to its workdir. With
// spa, unknown paths answer with index.html, for a router in the browser.
func Runtime(_ *language.Project, output string, spa bool) universalbuild.Runtime {
	return universalbuild.Runtime{
		BaseImage:   Image,
		Workdir:     root,
		Environment: map[string]string{},
		Copy:        []universalbuild.Copy{{From: output, To: root}},
		Files:       []universalbuild.File{{Path: "/etc/nginx/nginx.conf", Content: configuration(spa)}},
	}
}

// Start is the command of that runtime.
func Start(why ...finding.Evidence) finding.Finding[language.Start] {
	return finding.Of(language.Start{Command: []string{"nginx", "-g", "daemon off;"}}, finding.Certain, why...)
}

// configuration is a whole configuration that needs no root: what nginx writes
// goes to /tmp (nginx's documentation of the directives).
func configuration(spa bool) string {
	fallback := "$uri $uri/ $uri.html =404"
	if spa {
		fallback = "$uri $uri/ $uri.html /index.html"
	}
	return strings.ReplaceAll(template, "FALLBACK", fallback)
}

const template = `worker_processes auto;
pid /tmp/nginx.pid;
error_log /dev/stderr warn;

events {
    worker_connections 1024;
}

http {
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log /dev/stdout;
    sendfile on;
    server_tokens off;
    absolute_redirect off;

    client_body_temp_path /tmp/client_body;
    proxy_temp_path /tmp/proxy;
    fastcgi_temp_path /tmp/fastcgi;
    uwsgi_temp_path /tmp/uwsgi;
    scgi_temp_path /tmp/scgi;

    gzip on;
    gzip_vary on;
    gzip_types text/css text/plain application/javascript application/json application/xml image/svg+xml;

    server {
        listen 8080;
        root /usr/share/nginx/html;
        index index.html index.htm;
        error_page 404 /404.html;

        location ~ /\.(?!well-known/) {
            return 404;
        }

        location / {
            try_files FALLBACK;
        }
    }
}
`
