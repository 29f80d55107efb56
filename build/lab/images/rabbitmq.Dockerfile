# Debian's RabbitMQ as docker-library/rabbitmq has it: logs to its output, data
# in /var/lib/rabbitmq, the guest from everywhere. Its node is called
# rabbit@localhost, for a host's own name need not be known in a container.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN groupadd --gid 999 rabbitmq && useradd --uid 999 --gid rabbitmq --home-dir /var/lib/rabbitmq --shell /bin/bash --create-home rabbitmq \
    && printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d \
    && apt-get update && apt-get install -y --no-install-recommends rabbitmq-server && rm -rf /var/lib/apt/lists/* /usr/sbin/policy-rc.d \
    && rm -rf /var/lib/rabbitmq /etc/rabbitmq/* && mkdir -p /var/lib/rabbitmq /etc/rabbitmq/conf.d /var/log/rabbitmq /tmp/rabbitmq-ssl \
    && printf 'loopback_users.guest = false\nlog.console = true\nlog.file = false\n' >/etc/rabbitmq/conf.d/10-container.conf \
    && chown -R rabbitmq:rabbitmq /var/lib/rabbitmq /etc/rabbitmq /var/log/rabbitmq && chmod 1777 /var/lib/rabbitmq /etc/rabbitmq /var/log/rabbitmq
ENV PATH=/usr/lib/rabbitmq/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/var/lib/rabbitmq RABBITMQ_DATA_DIR=/var/lib/rabbitmq \
    RABBITMQ_LOGS=- RABBITMQ_NODENAME=rabbit@localhost LANG=C.UTF-8 LC_ALL=C.UTF-8
ARG PLUGINS
RUN echo "[$PLUGINS]." >/etc/rabbitmq/enabled_plugins && chown rabbitmq:rabbitmq /etc/rabbitmq/enabled_plugins \
    && dpkg-query -Wf '${Version}' rabbitmq-server | grep -q "^$VERSION\."
COPY --chmod=755 rabbitmq.sh /usr/local/bin/docker-entrypoint.sh
VOLUME /var/lib/rabbitmq
EXPOSE 4369 5671 5672 15672 15692 25672
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["rabbitmq-server"]
