FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light curl && rm -rf /var/lib/apt/lists/* \
    && rm -rf /etc/nginx/sites-enabled && mkdir -p /usr/share/nginx/html \
    && ln -sf /dev/stdout /var/log/nginx/access.log && ln -sf /dev/stderr /var/log/nginx/error.log
CMD ["nginx", "-g", "daemon off;"]
