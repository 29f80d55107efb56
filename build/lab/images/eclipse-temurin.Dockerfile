# The certificates' package runs java before java's own settings are in place
# (a loop between the two packages): put them there and go on.
FROM debian:bookworm-slim
RUN mkdir -p /usr/share/man/man1 && apt-get update \
    && (apt-get install -y --no-install-recommends openjdk-17-jdk-headless || \
        (find /etc/java-17-openjdk -name '*.dpkg-new' | while read -r f; do cp "$f" "${f%.dpkg-new}"; done; \
         DEBIAN_FRONTEND=noninteractive dpkg --force-confnew --configure -a)) \
    && rm -rf /var/lib/apt/lists/* && mkdir -p /opt/java && ln -s /usr/lib/jvm/java-17-openjdk-* /opt/java/openjdk && java -version
ENV JAVA_HOME=/opt/java/openjdk
CMD ["jshell"]
