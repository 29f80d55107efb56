ARG BASE
FROM ${BASE}
ARG VERSION
RUN gcc -dumpversion | grep -q "^$VERSION" && g++ --version
CMD ["bash"]
