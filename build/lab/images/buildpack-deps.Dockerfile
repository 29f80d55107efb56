# What most programs need to be compiled (docker-library/buildpack-deps), less
# ImageMagick, Mercurial and Subversion.
ARG BASE
FROM ${BASE}
ARG PART
RUN set -- ca-certificates curl gnupg netbase tzdata wget; \
    [ "$PART" = curl ] || set -- "$@" git openssh-client procps; \
    [ "$PART" != all ] || set -- "$@" autoconf automake bzip2 default-libmysqlclient-dev dpkg-dev file g++ gcc libbz2-dev libc6-dev libcurl4-openssl-dev \
        libdb-dev libevent-dev libffi-dev libgdbm-dev libglib2.0-dev libgmp-dev libjpeg-dev libkrb5-dev liblzma-dev libmaxminddb-dev libncurses5-dev \
        libncursesw5-dev libpng-dev libpq-dev libreadline-dev libsqlite3-dev libssl-dev libtool libwebp-dev libxml2-dev libxslt-dev libyaml-dev \
        make patch python3 unzip xz-utils zlib1g-dev; \
    apt-get update && apt-get install -y --no-install-recommends "$@" && rm -rf /var/lib/apt/lists/*
CMD ["bash"]
