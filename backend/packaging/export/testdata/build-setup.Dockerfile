# Container image of shop (php).
# Build it in the repository's root:
#     docker build -t shop .

FROM php:8.4-apache-bookworm AS build
WORKDIR /app
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libicu-dev \
    && rm -rf /var/lib/apt/lists/*
RUN docker-php-ext-install intl
COPY composer.json ./
RUN composer install --no-dev
COPY . .

FROM php:8.4-apache-bookworm
WORKDIR /app
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libicu72 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app ./
USER app
EXPOSE 8080
CMD ["apache2-foreground"]
