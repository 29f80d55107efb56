# The real Maven with Debian's OpenJDK under the official image's paths
# (carlossg/docker-maven). The certificates' package runs java before java's own
# settings are in place: put them there and go on.
ARG BASE
FROM ${BASE}
ARG JAVA
RUN mkdir -p /usr/share/man/man1 && apt-get update \
    && (apt-get install -y --no-install-recommends curl git openjdk-$JAVA-jdk-headless || \
        (find /etc/java-* -name '*.dpkg-new' | while read -r f; do cp "$f" "${f%.dpkg-new}"; done; \
         DEBIAN_FRONTEND=noninteractive dpkg --force-confnew --configure -a)) \
    && rm -rf /var/lib/apt/lists/* && mkdir -p /opt/java && ln -s /usr/lib/jvm/java-$JAVA-openjdk-* /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk MAVEN_HOME=/usr/share/maven MAVEN_CONFIG=/root/.m2
ARG VERSION
RUN --mount=from=tool,target=/tool mkdir -p /usr/share/maven && tar -xzf /tool/apache-maven-*.tar.gz -C /usr/share/maven --strip-components 1 && ln -sf /usr/share/maven/bin/mvn /usr/bin/mvn \
    && mvn -version | grep -q "Maven $VERSION\b" && $JAVA_HOME/bin/javac -version 2>&1 | grep -qE " (1\.)?$JAVA[._]?"
CMD ["mvn"]
