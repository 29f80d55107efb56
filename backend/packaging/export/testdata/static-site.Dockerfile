# Container image of docs (typescript, Vite).
# Build it in the repository's root:
#     docker build -t docs .

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    npm run build

FROM nginx:1.28-bookworm
WORKDIR /usr/share/nginx/html
COPY --from=build --chown=nginx /app/dist ./
COPY <<"EOF" /etc/nginx/nginx.conf
pid /tmp/nginx.pid;
events {}
http {
    include mime.types;
    client_body_temp_path /tmp/body;
    server {
        listen 8080;
        root /usr/share/nginx/html;
        # EOF is no end here: 'quotes' and \ stay
        location / {
            try_files $uri $uri/ /index.html;
        }
    }
}
EOF
USER nginx
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --retries=3 \
    CMD ["curl", "-fsS", "http://127.0.0.1:8080/"]
CMD ["nginx", "-g", "daemon off;"]
