package jvm

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language/languagetest"
)

func TestSettingsAreOverriddenByVariables(t *testing.T) {
	t.Parallel()
	p, _ := languagetest.Project(t, &Java, map[string]string{
		"pom.xml": "<project><artifactId>shop</artifactId></project>",
		"src/main/resources/application.yml": "server: {port: 80}\nspring:\n  profiles: {active: dev}\n  datasource:\n    druid:\n      url: jdbc:mysql://localhost/x\n      username: root\n" +
			"  mail: {host: \"${MAIL_HOST:x}\"}\n  rabbitmq:\n    host: ${queue.host:mq}\n",
		"src/main/resources/application-dev.yml":         "spring: {data: {redis: {host: localhost}}, datasource: {druid: {url: jdbc:postgresql://localhost/dev}}}\n",
		"src/main/resources/application-test.yml":        "spring: {data: {mongodb: {uri: mongodb://localhost}}}\n",
		"src/main/resources/application.properties":      "quarkus.datasource.jdbc.url=jdbc:postgresql://h/x\n%test.quarkus.datasource.username=t\n%prod.quarkus.datasource.username=p\nspring.jpa.show-sql=true\nspring.datasource.url=jdbc:mysql://${MYSQL_HOST:localhost}:3306/shop\nspring.r2dbc.url=${R2DBC:r2dbc:h2:mem}\n",
		"src/main/resources/application-prod.properties": "server.port=81\nspring.kafka.bootstrap-servers=localhost:9092\n",
	}, ".", "")
	got := map[string]string{}
	for _, s := range settings(p) {
		got[s.Variable] = s.Text
		if s.Why.Excerpt == "" || s.Why.Path == "" {
			t.Errorf("%s has no reason", s.Variable)
		}
	}
	want := map[string]string{
		"SERVER_PORT": "80", "SPRING_DATASOURCE_DRUID_URL": "jdbc:postgresql://localhost/dev", "SPRING_DATASOURCE_DRUID_USERNAME": "root", "SPRING_RABBITMQ_HOST": "mq",
		"SPRING_DATA_REDIS_HOST": "localhost", "QUARKUS_DATASOURCE_JDBC_URL": "jdbc:postgresql://h/x", "QUARKUS_DATASOURCE_USERNAME": "p", "SPRING_DATASOURCE_URL": "jdbc:mysql://localhost:3306/shop", "SPRING_KAFKA_BOOTSTRAPSERVERS": "localhost:9092",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
