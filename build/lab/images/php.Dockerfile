# Debian's PHP under the official image's names (docker-library/php). What that
# compiles in is on; every other extension is there and off until
# docker-php-ext-install or docker-php-ext-enable puts it on.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN apt-get update && apt-get install -y --no-install-recommends php-cli php-curl php-mbstring php-xml php-zip php-sqlite3 php-mysql php-pgsql php-intl php-gd php-bcmath php-soap php-redis \
        php-apcu apache2 libapache2-mod-php ca-certificates curl xz-utils && rm -rf /var/lib/apt/lists/* \
    && ln -s /usr/bin/php /usr/local/bin/php && rm -rf /var/www/html/* \
    && for x in mysqli mysqlnd pdo_mysql pgsql pdo_pgsql zip intl gd bcmath soap redis apcu xsl sockets shmop sysvmsg sysvsem sysvshm calendar exif ffi gettext opcache; do phpdismod "$x" 2>/dev/null || true; done \
    && printf '%s\n' '#!/bin/sh' 'set -e' 'for x; do' '    case $x in -*) continue ;; [0-9]*) continue ;; esac' '    x=${x%-[0-9]*}' \
        '    so=$(ls /usr/lib/php/*/"$x".so 2>/dev/null | tail -1)' \
        '    if [ -z "$so" ]; then' '        php -m | grep -qix "$x" && continue' '        echo "$x: this stand-in has no such extension" >&2; exit 1' '    fi' \
        '    case $x in opcache|xdebug) kind=zend_extension ;; *) kind=extension ;; esac' \
        '    case $x in mysqli|pdo_mysql) echo "extension=mysqlnd" >/usr/local/etc/php/conf.d/docker-php-ext-10-mysqlnd.ini ;; esac' \
        '    echo "$kind=$x" >"/usr/local/etc/php/conf.d/docker-php-ext-$x.ini"' 'done' >/usr/local/bin/docker-php-ext-enable \
    && printf '#!/bin/sh\n[ "$1" != install ] || shift\nexit 0\n' >/usr/local/bin/pecl && printf '#!/bin/sh\nexit 0\n' >/usr/local/bin/docker-php-ext-configure \
    && ln -s docker-php-ext-enable /usr/local/bin/docker-php-ext-install \
    && printf '#!/bin/sh\nset -e\n. /etc/apache2/envvars\nmkdir -p "$APACHE_RUN_DIR" "$APACHE_LOCK_DIR"\nrm -f "$APACHE_PID_FILE"\nexec apache2 -DFOREGROUND "$@"\n' >/usr/local/bin/apache2-foreground \
    && chmod +x /usr/local/bin/docker-php-ext-* /usr/local/bin/pecl /usr/local/bin/apache2-foreground \
    && mkdir -p /usr/local/etc/php/conf.d /usr/local/lib/php/extensions && cp /usr/lib/php/$VERSION/php.ini-production /usr/lib/php/$VERSION/php.ini-development /usr/local/etc/php/ \
    && ln -sf /dev/stdout /var/log/apache2/access.log && ln -sf /dev/stderr /var/log/apache2/error.log \
    && mkdir -p /run/lock /var/run/apache2 && chmod -R 1777 /var/run/apache2 /run/lock /var/log/apache2 \
    && php --version | grep -q "^PHP $VERSION\."
ENV APACHE_CONFDIR=/etc/apache2 APACHE_ENVVARS=/etc/apache2/envvars PHP_INI_DIR=/usr/local/etc/php PHP_INI_SCAN_DIR=:/usr/local/etc/php/conf.d
WORKDIR /var/www/html
CMD ["php", "-a"]
