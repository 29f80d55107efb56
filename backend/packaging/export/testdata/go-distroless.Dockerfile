# Container image of resolver (go).
# Build it in the repository's root:
#     docker build -t resolver .

FROM golang:1.26-bookworm AS build
WORKDIR /src
ENV CGO_ENABLED=0
COPY go.mod ./
RUN --mount=type=cache,target=/go/pkg/mod \
    --mount=type=cache,target=/root/.cache/go-build \
    go mod download
COPY . .
RUN --mount=type=cache,target=/go/pkg/mod \
    --mount=type=cache,target=/root/.cache/go-build \
    go build -o /out/resolver .

FROM gcr.io/distroless/static-debian12:nonroot
WORKDIR /
COPY --from=build --chown=10001:10001 /out/resolver /resolver
USER 10001:10001
EXPOSE 5353/udp
EXPOSE 5353
ENTRYPOINT ["/resolver"]
CMD ["--listen", ":5353"]
