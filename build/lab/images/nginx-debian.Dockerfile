# Debian's nginx with the official image's layout (nginx/docker-nginx).
ARG BASE
FROM ${BASE}
ARG VERSION
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light curl && rm -rf /var/lib/apt/lists/* \
    && nginx -v 2>&1 | grep -q "/$VERSION\." \
    && rm -rf /etc/nginx/sites-* /etc/nginx/modules-enabled /etc/nginx/conf.d/* && mkdir -p /usr/share/nginx/html /etc/nginx/conf.d \
    && useradd --system --no-create-home --home-dir /nonexistent --shell /bin/false nginx \
    && printf 'user nginx;\nworker_processes auto;\nerror_log /var/log/nginx/error.log notice;\npid /run/nginx.pid;\nevents { worker_connections 1024; }\nhttp {\n    include /etc/nginx/mime.types;\n    default_type application/octet-stream;\n    access_log /var/log/nginx/access.log;\n    sendfile on;\n    keepalive_timeout 65;\n    include /etc/nginx/conf.d/*.conf;\n}\n' >/etc/nginx/nginx.conf \
    && printf 'server {\n    listen 80;\n    server_name localhost;\n    location / { root /usr/share/nginx/html; index index.html index.htm; }\n}\n' >/etc/nginx/conf.d/default.conf \
    && printf '<!DOCTYPE html>\n<html><head><title>Welcome to nginx!</title></head><body><h1>Welcome to nginx!</h1></body></html>\n' >/usr/share/nginx/html/index.html \
    && ln -sf /dev/stdout /var/log/nginx/access.log && ln -sf /dev/stderr /var/log/nginx/error.log
EXPOSE 80
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
