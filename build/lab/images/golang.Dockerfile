# As docker-library/golang's.
ARG BASE
FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends g++ gcc libc6-dev make pkg-config && rm -rf /var/lib/apt/lists/*
COPY --from=tool . /usr/local/go
ENV GOTOOLCHAIN=local GOPATH=/go PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ARG VERSION
RUN mkdir -p /go/src /go/bin && chmod -R 1777 /go && go version | grep -q " go$VERSION "
ENV GOLANG_VERSION=${VERSION}
WORKDIR /go
CMD ["bash"]
