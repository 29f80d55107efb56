#!/bin/sh
# Kafka's commands, each a class of its jars.
tools=org.apache.kafka.tools produce=org.apache.kafka.tools
case $KAFKA_RELEASE in 3.*) tools=kafka.admin produce=kafka.tools ;; esac # before they were rewritten in Java
case $(basename "$0") in
kafka-server-start.sh) class=kafka.Kafka ;;
kafka-storage.sh) class=kafka.tools.StorageTool ;;
kafka-topics.sh) class=org.apache.kafka.tools.TopicCommand ;;
kafka-broker-api-versions.sh) class=$tools.BrokerApiVersionsCommand ;;
kafka-console-consumer.sh) class=org.apache.kafka.tools.consumer.ConsoleConsumer ;;
kafka-console-producer.sh) class=$produce.ConsoleProducer ;;
kafka-consumer-groups.sh) class=org.apache.kafka.tools.consumer.group.ConsumerGroupCommand ;;
kafka-configs.sh) class=kafka.admin.ConfigCommand ;;
kafka-metadata-quorum.sh) class=org.apache.kafka.tools.MetadataQuorumCommand ;;
*) echo "$0: this stand-in has no such command" >&2; exit 1 ;;
esac
# Commands are short: the first compiler is enough for them.
[ "$class" = kafka.Kafka ] || KAFKA_JVM_PERFORMANCE_OPTS=${KAFKA_JVM_PERFORMANCE_OPTS:--XX:TieredStopAtLevel=1}
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS:--Xmx512m} ${KAFKA_JVM_PERFORMANCE_OPTS:-} -XX:+UseSerialGC ${KAFKA_OPTS:-} \
    -Dlog4j.configuration=file:/opt/kafka/config/log4j.properties -cp '/opt/kafka/libs/*' "$class" "$@"
