#!/bin/bash
# What the official image does at its start: every KAFKA_A_B is the setting a.b
# (two underscores stand for one, three for a dash); without any it is a broker
# of its own, for this host. Then the storage is made, and the broker starts.
set -eu
config=/opt/kafka/config/server.properties
if [ -e /mnt/shared/config/server.properties ]; then
    cp /mnt/shared/config/server.properties "$config"
elif ! compgen -e | grep -qE '^KAFKA_(NODE_ID|PROCESS_ROLES|LISTENERS)$'; then
    printf '%s\n' node.id=1 process.roles=broker,controller controller.quorum.voters=1@localhost:9093 \
        listeners=PLAINTEXT://:9092,CONTROLLER://:9093 advertised.listeners=PLAINTEXT://localhost:9092 controller.listener.names=CONTROLLER \
        listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT offsets.topic.replication.factor=1 \
        transaction.state.log.replication.factor=1 transaction.state.log.min.isr=1 group.initial.rebalance.delay.ms=0 log.dirs=/tmp/kraft-combined-logs >"$config"
else
    echo 'log.dirs=/tmp/kraft-combined-logs' >"$config"
fi
compgen -e | grep '^KAFKA_' | sort | while read -r name; do
    case $name in KAFKA_HEAP_OPTS | KAFKA_JVM_PERFORMANCE_OPTS | KAFKA_OPTS | KAFKA_RELEASE | KAFKA_LOG4J_* | KAFKA_GC_LOG_OPTS | KAFKA_JMX_*) continue ;; esac
    setting=$(sed 's/^KAFKA_//; s/___/-/g; s/__/\x01/g; s/_/./g; s/\x01/_/g' <<<"$name" | tr '[:upper:]' '[:lower:]')
    printf '%s=%s\n' "$setting" "${!name}" >>"$config" # the last line of a name counts
done
/opt/kafka/bin/kafka-storage.sh format --ignore-formatted --cluster-id "${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}" --config "$config"
exec /opt/kafka/bin/kafka-server-start.sh "$config"
