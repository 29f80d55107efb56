# Container image of orders (typescript, Express).
# Build it in the repository's root:
#     docker build -t orders .

FROM node:22-bookworm-slim AS build
WORKDIR /app
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        python3 \
        make \
        g++ \
    && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=cache,id=orders-app-node-modules-cache,target=/app/node_modules/.cache \
    npm run build
RUN --mount=type=cache,target=/root/.npm \
    npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app/dist ./dist
COPY --from=build --chown=app /app/node_modules ./node_modules
COPY --from=build --chown=app /app/package.json ./package.json
ENV NODE_ENV=production \
    PORT=3000
USER app
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "dist/server.js"]
