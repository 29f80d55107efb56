# The real image builds extensions from source; here they come as Debian's packages.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends php-cli php-curl php-mbstring php-xml php-zip php-sqlite3 php-mysql php-pgsql php-intl php-gd php-bcmath php-opcache apache2 libapache2-mod-php && rm -rf /var/lib/apt/lists/* \
    && ln -s /usr/bin/php /usr/local/bin/php && rm -rf /var/www/html/* \
    && printf '#!/bin/sh\nexit 0\n' >/usr/local/bin/docker-php-ext-install \
    && printf '#!/bin/sh\nset -e\n. /etc/apache2/envvars\nmkdir -p "$APACHE_RUN_DIR" "$APACHE_LOCK_DIR"\nrm -f "$APACHE_PID_FILE"\nexec apache2 -DFOREGROUND "$@"\n' >/usr/local/bin/apache2-foreground \
    && chmod +x /usr/local/bin/docker-php-ext-install /usr/local/bin/apache2-foreground \
    && ln -s docker-php-ext-install /usr/local/bin/docker-php-ext-enable && ln -s docker-php-ext-install /usr/local/bin/docker-php-ext-configure && ln -s docker-php-ext-install /usr/local/bin/pecl \
    && mkdir -p /usr/local/etc/php/conf.d /usr/local/lib/php/extensions && touch /usr/local/etc/php/php.ini-production && ln -sf /dev/stdout /var/log/apache2/access.log && ln -sf /dev/stderr /var/log/apache2/error.log \
    && mkdir -p /run/lock /var/run/apache2 && chmod -R 1777 /var/run/apache2 /run/lock /var/log/apache2
ENV APACHE_CONFDIR=/etc/apache2 APACHE_ENVVARS=/etc/apache2/envvars PHP_INI_DIR=/usr/local/etc/php
WORKDIR /var/www/html
CMD ["php", "-a"]
