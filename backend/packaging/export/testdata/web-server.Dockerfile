# Container image of leaflet (html).
# Build it in the repository's root:
#     docker build -t leaflet .

FROM nginxinc/nginx-unprivileged:1.28-bookworm
WORKDIR /usr/share/nginx/html
COPY --chown=nginx public ./
USER nginx
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080"]
