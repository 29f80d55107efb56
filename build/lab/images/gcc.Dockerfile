FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends build-essential cmake ninja-build meson pkg-config && rm -rf /var/lib/apt/lists/*
CMD ["bash"]
