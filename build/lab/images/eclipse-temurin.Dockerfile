# Debian's OpenJDK under the official image's path (adoptium/containers). The
# certificates' package runs java before java's own settings are in place (a
# loop between the two packages): put them there and go on.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN mkdir -p /usr/share/man/man1 && apt-get update \
    && (apt-get install -y --no-install-recommends curl fontconfig openjdk-$VERSION-jre-headless wget || \
        (find /etc/java-* -name '*.dpkg-new' | while read -r f; do cp "$f" "${f%.dpkg-new}"; done; \
         DEBIAN_FRONTEND=noninteractive dpkg --force-confnew --configure -a)) \
    && rm -rf /var/lib/apt/lists/* && mkdir -p /opt/java && ln -s /usr/lib/jvm/java-$VERSION-openjdk-* /opt/java/openjdk \
    && java -version 2>&1 | grep -qE "\"(1\.)?$VERSION[.\"_]"
ARG KIND
RUN [ "$KIND" = jre ] || { apt-get update && apt-get install -y --no-install-recommends openjdk-$VERSION-jdk-headless && rm -rf /var/lib/apt/lists/*; }
ENV JAVA_HOME=/opt/java/openjdk LANG=en_US.UTF-8 LC_ALL=C.UTF-8
CMD ["jshell"]
