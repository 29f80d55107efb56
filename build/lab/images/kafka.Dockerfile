# The real Kafka out of its jars, with the commands and the settings of the
# official image (apache/kafka, docker/jvm).
ARG BASE
FROM ${BASE}
RUN mkdir -p /usr/share/man/man1 && apt-get update && apt-get install -y --no-install-recommends openjdk-21-jre-headless && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --no-create-home --shell /bin/bash appuser
COPY --from=tool . /opt/kafka/libs/
COPY --chmod=755 kafka.sh /etc/kafka/docker/run
COPY --chmod=755 kafka-command.sh /opt/kafka/bin/command.sh
ARG VERSION
RUN for x in server-start storage topics broker-api-versions console-consumer console-producer consumer-groups configs metadata-quorum; do ln -s command.sh "/opt/kafka/bin/kafka-$x.sh"; done \
    && ls /opt/kafka/libs | grep -q "kafka-clients-$VERSION" && mkdir -p /opt/kafka/config /var/lib/kafka/data /mnt/shared/config \
    && printf '%s\n' 'log4j.rootLogger=WARN, out' log4j.appender.out=org.apache.log4j.ConsoleAppender log4j.appender.out.layout=org.apache.log4j.PatternLayout 'log4j.appender.out.layout.ConversionPattern=[%d] %p %m (%c)%n' >/opt/kafka/config/log4j.properties \
    && chown -R appuser /opt/kafka/config /var/lib/kafka /mnt/shared
ENV KAFKA_RELEASE=${VERSION}
USER appuser
EXPOSE 9092
VOLUME ["/var/lib/kafka/data", "/mnt/shared/config"]
CMD ["/etc/kafka/docker/run"]
