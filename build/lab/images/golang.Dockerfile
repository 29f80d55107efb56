FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev git pkg-config && rm -rf /var/lib/apt/lists/*
COPY --from=hostgo --exclude=test --exclude=doc --exclude=api . /usr/local/go
ENV PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin GOPATH=/go GOTOOLCHAIN=local GOFLAGS=-buildvcs=false
CMD ["bash"]
