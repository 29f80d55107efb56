FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends openjdk-17-jdk-headless && rm -rf /var/lib/apt/lists/* \
    && mkdir -p /opt/java && ln -s /usr/lib/jvm/java-17-openjdk-* /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk
CMD ["jshell"]
