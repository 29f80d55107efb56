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
    # What compiles an extension asks these files where Python's headers lie.
    made=$(python -c 'import sysconfig; print(sysconfig.get_config_var("INCLUDEPY"))'); made=${made%/include/*}; \
    grep -rlIF --include="*_sysconfigdata*.py" --include=Makefile --include="*.pc" "$made" /usr/local/lib | xargs -r sed -i "s|$made|/usr/local|g"; \
    "python$minor" -m ensurepip --default-pip >/dev/null; \
    [ "$(python --version)" = "Python $VERSION" ]; python -c 'import bz2, ctypes, lzma, readline, sqlite3, ssl, zlib'; \
    [ -f "$(python -c 'import sysconfig; print(sysconfig.get_config_var("INCLUDEPY"))')/pyconfig.h" ]; pip --version
ENV LANG=C.UTF-8 PYTHON_VERSION=${VERSION}
CMD ["python3"]
