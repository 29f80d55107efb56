# Debian's interpreter under the names of the official image. pip installs
# beside Debian's own packages, as it does there. crypt.h comes with gcc in the
# releases that the official image stands on; unstable has parted the two.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN apt-get update && apt-get install -y --no-install-recommends netbase python3 python3-dev python3-venv python3-pip $(command -v gcc >/dev/null && echo libcrypt-dev) && rm -rf /var/lib/apt/lists/* \
    && for name in python python3 python$VERSION; do ln -sf /usr/bin/python$VERSION /usr/local/bin/$name; done && ln -s /usr/bin/pip3 /usr/local/bin/pip \
    && python --version | grep -q "^Python $VERSION\."
ENV LANG=C.UTF-8 PIP_BREAK_SYSTEM_PACKAGES=1
CMD ["python3"]
