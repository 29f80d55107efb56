# Debian's Composer as composer/docker has it, less the extensions that it
# compiles. Debian's is no single file: it cannot be copied into another image.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN apt-get update && apt-get install -y --no-install-recommends composer git openssh-client unzip php-cli php-curl php-mbstring php-xml php-zip php-intl php-bcmath && rm -rf /var/lib/apt/lists/* \
    && composer --version --no-ansi | grep -q "version $VERSION\."
ENV COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME=/tmp COMPOSER_CACHE_DIR=/tmp/cache
WORKDIR /app
CMD ["composer"]
