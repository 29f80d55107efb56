# The real etcd and etcdctl, as etcd-io/etcd's own image has them.
ARG BASE
FROM ${BASE}
ARG VERSION
COPY --from=tool server /usr/local/bin/etcd
COPY --from=tool etcdctl /usr/local/bin/etcdctl
RUN etcd --version | grep -q "etcd Version: $VERSION\$" && mkdir -p /var/etcd /var/lib/etcd
EXPOSE 2379 2380
CMD ["/usr/local/bin/etcd"]
