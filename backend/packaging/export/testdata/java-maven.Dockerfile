# Container image of petshop (java, Spring Boot).
# Build it in the repository's root:
#     docker build -t petshop .

FROM maven:3.9-eclipse-temurin-21 AS build
WORKDIR /app
COPY pom.xml mvnw ./
COPY core/pom.xml ./core/
COPY web/pom.xml ./web/
COPY .mvn ./.mvn
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -B dependency:go-offline
COPY . .
RUN --mount=type=cache,target=/root/.m2,sharing=locked \
    mvn -B package -DskipTests

FROM eclipse-temurin:21-jre
WORKDIR /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app/web/target/*.jar ./app.jar
ENV JAVA_TOOL_OPTIONS=-XX:MaxRAMPercentage=75
USER app
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /actuator/health HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' [23]..'"]
CMD ["java", "-jar", "app.jar"]
