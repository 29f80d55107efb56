# The real Tomcat on the stand-in of Temurin, laid out as docker-library/tomcat
# has it: its own applications set aside, nothing but logs, temp and work open to
# everybody. The native library is missing; Tomcat goes on without it.
ARG BASE
FROM ${BASE}
ARG VERSION
ENV CATALINA_HOME=/usr/local/tomcat PATH=/usr/local/tomcat/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /usr/local/tomcat
RUN --mount=from=tool,target=/tool tar -xzf /tool/tomcat-*.tar.gz --strip-components 1 && rm bin/*.bat \
    && mv webapps webapps.dist && mkdir webapps && chmod -R +rX . && chmod 1777 logs temp work \
    && catalina.sh version | grep -q "Apache Tomcat/$VERSION\b"
EXPOSE 8080
CMD ["catalina.sh", "run"]
