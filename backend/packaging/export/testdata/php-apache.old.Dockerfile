# Container image of guestbook (php).
# Build it in the repository's root:
#     docker build -t guestbook .

FROM composer:2 AS build
WORKDIR /app
COPY composer.json composer.lock ./
RUN --mount=type=cache,target=/tmp/cache \
    composer install --no-dev --no-scripts --no-interaction --prefer-dist
COPY . .
RUN --mount=type=cache,target=/tmp/cache \
    composer dump-autoload --optimize

FROM php:8.3-apache-bookworm
WORKDIR /var/www/html
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libicu-dev \
    && rm -rf /var/lib/apt/lists/*
RUN docker-php-ext-install intl pdo_mysql
RUN a2enmod rewrite && sed -ri 's/^Listen 80$/Listen 8080/' /etc/apache2/ports.conf
COPY --from=build --chown=www-data /app ./
RUN mkdir -p /etc/apache2/sites-available && printf '%s\n' \
    '<VirtualHost *:8080>' \
    '	DocumentRoot /var/www/html/public' \
    '	ErrorLog ${APACHE_LOG_DIR}/error.log' \
    '</VirtualHost>' \
    > /etc/apache2/sites-available/000-default.conf
USER www-data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --retries=3 \
    CMD ["curl", "-fsS", "http://127.0.0.1:8080/"]
CMD ["apache2-foreground"]
