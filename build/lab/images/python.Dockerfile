# As docker-library/python's: in /usr/local. The interpreter is this machine's,
# without what was installed into it; its pip is the one that it brings along.
ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates netbase tzdata \
        libbz2-1.0 libdb5.3 libffi8 libgdbm6 liblzma5 libncursesw6 libreadline8 libsqlite3-0 libssl3 libuuid1 zlib1g && rm -rf /var/lib/apt/lists/*
COPY --from=tool . /usr/local
ARG VERSION
RUN set -e; minor=${VERSION%.*}; ldconfig; cd /usr/local/bin; \
    for link in python python3; do ln -sf "python$minor" "$link"; done; \
    "python$minor" -m ensurepip --default-pip >/dev/null; \
    [ "$(python --version)" = "Python $VERSION" ]; python -c 'import bz2, ctypes, lzma, readline, sqlite3, ssl, zlib'; pip --version
ENV LANG=C.UTF-8 PYTHON_VERSION=${VERSION}
CMD ["python3"]
