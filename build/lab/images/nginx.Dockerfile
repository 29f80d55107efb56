# nginx compiled of its source with the paths and the usual modules of the
# official image (nginx/docker-nginx).
ARG BASE
FROM ${BASE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev libpcre2-dev libssl-dev make zlib1g-dev
COPY --from=tool . /src
RUN cd /src/nginx && auto/configure --prefix=/etc/nginx --sbin-path=/usr/sbin/nginx --modules-path=/usr/lib/nginx/modules --conf-path=/etc/nginx/nginx.conf \
        --error-log-path=/var/log/nginx/error.log --http-log-path=/var/log/nginx/access.log --pid-path=/run/nginx.pid --lock-path=/run/nginx.lock \
        --http-client-body-temp-path=/var/cache/nginx/client_temp --http-proxy-temp-path=/var/cache/nginx/proxy_temp \
        --http-fastcgi-temp-path=/var/cache/nginx/fastcgi_temp --http-uwsgi-temp-path=/var/cache/nginx/uwsgi_temp --http-scgi-temp-path=/var/cache/nginx/scgi_temp \
        --user=nginx --group=nginx --with-compat --with-threads --with-file-aio --with-http_addition_module --with-http_auth_request_module --with-http_gunzip_module \
        --with-http_gzip_static_module --with-http_realip_module --with-http_ssl_module --with-http_stub_status_module --with-http_sub_module --with-http_v2_module \
        --with-stream --with-stream_ssl_module --with-cc-opt=-O1 >/dev/null \
    && make -j"$(nproc)" >/dev/null && make install DESTDIR=/made >/dev/null && strip /made/usr/sbin/nginx

FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends curl libpcre2-8-0 libssl3 zlib1g && rm -rf /var/lib/apt/lists/*
COPY --from=build /made/usr/sbin/nginx /usr/sbin/nginx
COPY --from=build /made/etc/nginx /etc/nginx
COPY --from=build /src/nginx/docs/html /usr/share/nginx/html
ARG VERSION
RUN useradd --system --uid 101 --no-create-home --home-dir /nonexistent --shell /bin/false nginx \
    && mkdir -p /var/log/nginx /var/cache/nginx /etc/nginx/conf.d && rm -f /etc/nginx/*.default \
    && printf 'user nginx;\nworker_processes auto;\nerror_log /var/log/nginx/error.log notice;\npid /run/nginx.pid;\nevents { worker_connections 1024; }\nhttp {\n    include /etc/nginx/mime.types;\n    default_type application/octet-stream;\n    access_log /var/log/nginx/access.log;\n    sendfile on;\n    keepalive_timeout 65;\n    include /etc/nginx/conf.d/*.conf;\n}\n' >/etc/nginx/nginx.conf \
    && printf 'server {\n    listen 80;\n    server_name localhost;\n    location / { root /usr/share/nginx/html; index index.html index.htm; }\n}\n' >/etc/nginx/conf.d/default.conf \
    && ln -sf /dev/stdout /var/log/nginx/access.log && ln -sf /dev/stderr /var/log/nginx/error.log \
    && nginx -v 2>&1 | grep -q "/$VERSION$" && nginx -t
ENV NGINX_VERSION=${VERSION}
EXPOSE 80
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
