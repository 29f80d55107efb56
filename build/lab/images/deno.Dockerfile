# As deno_docker's, less tini.
ARG BASE
FROM ${BASE}
COPY --from=tool @deno/linux-x64-glibc/deno /usr/bin/deno
ARG VERSION
RUN useradd --uid 1993 --user-group deno && mkdir /deno-dir && chown deno:deno /deno-dir \
    && printf '#!/bin/sh\nset -e\nif [ "$1" != "${1#-}" ] || deno help "$1" >/dev/null 2>&1; then set -- deno "$@"; fi\nexec "$@"\n' >/usr/local/bin/docker-entrypoint.sh && chmod +x /usr/local/bin/docker-entrypoint.sh \
    && deno --version | grep -q "^deno $VERSION "
ENV DENO_DIR=/deno-dir DENO_INSTALL_ROOT=/usr/local DENO_VERSION=${VERSION}
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["eval", "console.log('Welcome to Deno!')"]
