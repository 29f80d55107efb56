# Container image of nice-syntax-evil-image-run-id (c, x y).
# Build it in the repository's root:
#     docker build -t nice-syntax-evil-image-run-id .

FROM gcc:14-bookworm AS build
WORKDIR "/app/my \"dir\" \$HOME"
ENV EMPTY="" \
    END="back\\" \
    QUOTES="a \"b\" 'c' \\ \$HOME ${PATH} \${x}"
COPY ["Makefile", "./my file.mk", "./[[]x].mk", "./\\$y.mk", "./"]
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "[ -f Makefile ] || echo none"]
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "--help"]
COPY . .
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "make \\\n  all"]
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "cat <<EOF > out.txt\nRUN id\nEOF"]
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "# only a remark"]
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "echo done \\"]
RUN --mount=type=cache,target=/root/.cache \
    make 'a b' # tail
RUN --mount=type=cache,target=/root/.cache \
    ["/bin/sh", "-c", "<<EOF"]

FROM debian:bookworm-slim
WORKDIR "/srv/a b"
RUN ["/bin/sh", "-c", "echo 'hi'\nRUN id"]
COPY --from=build --chown=10001:10001 ["/app/my \\\"dir\\\" \\$HOME/out dir", "./out \\\"dir\\\""]
COPY --from=build --chown=10001:10001 ["/app/my \\\"dir\\\" \\$HOME/a[[]1]*.txt", "./b/"]
COPY --from=build --chown=10001:10001 ["/app/my \\\"dir\\\" \\$HOME/it\\'s \\$x", "./it\\'s \\$x"]
COPY --from=build --chown=10001:10001 ["/app/my \\\"dir\\\" \\$HOME/\\<\\<EOF", "./\\<\\<EOF"]
COPY --from=build --chown=10001:10001 ["/app/my \\\"dir\\\" \\$HOME/-x", "./--from=x"]
COPY <<"EOF3" /etc/app/eof.conf
EOF
EOF2
  $HOME
\
EOF3
RUN mkdir -p /etc/app && printf '%s\n' \
    'it'\''s' \
    '# here' \
    '\' \
    > '/etc/app/with space.conf'
RUN ["/bin/sh", "-c", "mkdir -p /etc/app && printf '%s\\n' 'a\r\nb\r' > /etc/app/crlf.conf"]
ENV HTML="<a href=\"x\">&</a>" \
    TABBED="a = b"
USER 10001:10001
EXPOSE 1
HEALTHCHECK --interval=30s --timeout=5s --retries=3 \
    CMD ["sh", "-c", "true\nUSER root"]
# Once per release, in a container of this image:
#     one USER root
#     two \
ENTRYPOINT ["sh", "-c", "echo \"$0\"\nUSER root"]
CMD ["a\nb", "<c>", "\u2028", "é"]
