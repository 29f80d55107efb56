# The real NATS, as nats-io/nats-docker has it.
ARG BASE
FROM ${BASE}
ARG VERSION
COPY --from=tool nats-server /usr/local/bin/nats-server
RUN nats-server --version | grep -q "v$VERSION\$" && mkdir /data && printf 'http_port: 8222\n' >/nats-server.conf
EXPOSE 4222 6222 8222
ENTRYPOINT ["nats-server"]
CMD ["--config", "/nats-server.conf"]
