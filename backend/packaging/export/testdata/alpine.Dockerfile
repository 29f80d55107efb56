# Container image of chat (elixir, Phoenix).
# Build it in the repository's root:
#     docker build -t chat .

FROM elixir:1.17-otp-27-alpine AS build
WORKDIR /app
RUN apk add --no-cache \
        git \
        build-base
ENV MIX_ENV=prod
COPY mix.exs mix.lock ./
COPY config ./config
RUN --mount=type=cache,target=/root/.hex \
    mix local.hex --force && mix local.rebar --force
RUN --mount=type=cache,target=/root/.hex \
    mix deps.get --only prod
COPY . .
RUN --mount=type=cache,target=/root/.hex \
    mix release

FROM alpine:3.21
WORKDIR /app
RUN apk add --no-cache \
        libstdc++ \
        ncurses-libs
RUN adduser -D -u 10001 app \
    && chown app:app /app
COPY --from=build --chown=app /app/_build/prod/rel/chat ./
USER app
EXPOSE 4000
CMD ["bin/chat", "start"]
