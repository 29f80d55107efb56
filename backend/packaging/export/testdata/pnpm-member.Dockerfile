# Container image of web (typescript, Next.js).
# Build it in the repository's root:
#     docker build -f apps/web/Dockerfile -t web .

FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV CI=1 \
    NEXT_PUBLIC_API_KEY=pk_demo
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
COPY apps/web/package.json ./apps/web/
COPY packages/ui/package.json ./packages/ui/
COPY patches ./patches
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    --mount=type=cache,id=web-app-apps-web-next-cache,target=/app/apps/web/.next/cache \
    corepack enable
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    --mount=type=cache,id=web-app-apps-web-next-cache,target=/app/apps/web/.next/cache \
    pnpm install --frozen-lockfile
COPY . .
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    --mount=type=cache,id=web-app-apps-web-next-cache,target=/app/apps/web/.next/cache \
    pnpm --filter @acme/web... build
RUN --mount=type=cache,target=/root/.local/share/pnpm/store \
    pnpm --filter @acme/web deploy --prod /app/out

FROM node:22-bookworm-slim
WORKDIR /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app/out ./
COPY --from=build --chown=app /app/apps/web/.next ./.next
ENV HOSTNAME=0.0.0.0 \
    NODE_ENV=production
USER app
EXPOSE 3000
CMD ["node_modules/.bin/next", "start"]
