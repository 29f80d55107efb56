# Container image of forum (ruby, Rails).
# Build it in the repository's root:
#     docker build --secret id=BUNDLE_GEMS__EXAMPLE__ORG_TOKEN -t forum .

FROM ruby:3.3-bookworm AS build
WORKDIR /app
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpq-dev \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=node:22-bookworm-slim,target=/mnt \
    cd /mnt && cp -a --parents ./usr/local/bin/node ./usr/local/bin/npm ./usr/local/lib/node_modules /
ENV BUNDLE_DEPLOYMENT=1 \
    BUNDLE_PATH=/app/vendor/bundle \
    RAILS_ENV=production
COPY Gemfile Gemfile.lock .ruby-version package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=cache,id=forum-app-tmp-cache,target=/app/tmp/cache \
    --mount=type=secret,id=BUNDLE_GEMS__EXAMPLE__ORG_TOKEN \
    if [ -f /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN ]; then export BUNDLE_GEMS__EXAMPLE__ORG_TOKEN="$(cat /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN)"; fi; export SECRET_KEY_BASE=placeholder; bundle install
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=cache,id=forum-app-tmp-cache,target=/app/tmp/cache \
    --mount=type=secret,id=BUNDLE_GEMS__EXAMPLE__ORG_TOKEN \
    if [ -f /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN ]; then export BUNDLE_GEMS__EXAMPLE__ORG_TOKEN="$(cat /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN)"; fi; export SECRET_KEY_BASE=placeholder; npm ci
COPY . .
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=cache,id=forum-app-tmp-cache,target=/app/tmp/cache \
    --mount=type=secret,id=BUNDLE_GEMS__EXAMPLE__ORG_TOKEN \
    if [ -f /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN ]; then export BUNDLE_GEMS__EXAMPLE__ORG_TOKEN="$(cat /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN)"; fi; export SECRET_KEY_BASE=placeholder; bundle exec rails assets:precompile
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=secret,id=BUNDLE_GEMS__EXAMPLE__ORG_TOKEN \
    if [ -f /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN ]; then export BUNDLE_GEMS__EXAMPLE__ORG_TOKEN="$(cat /run/secrets/BUNDLE_GEMS__EXAMPLE__ORG_TOKEN)"; fi; export SECRET_KEY_BASE=placeholder; rm -rf node_modules tmp/cache

FROM ruby:3.3-slim-bookworm
WORKDIR /app
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpq5 \
        libjemalloc2 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app ./
ENV BUNDLE_PATH=/app/vendor/bundle \
    LD_PRELOAD=libjemalloc.so.2 \
    RAILS_ENV=production \
    RAILS_LOG_TO_STDOUT=1
USER app
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --retries=3 \
    CMD ["ruby", "-rnet/http", "-e", "exit Net::HTTP.get_response(URI('http://127.0.0.1:3000/up')).is_a?(Net::HTTPSuccess)"]
# Once per release, in a container of this image:
#     bundle exec rails db:migrate
CMD ["bundle", "exec", "puma", "-C", "config/puma.rb"]
