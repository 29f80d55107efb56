FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends elixir erlang-dev erlang-parsetools erlang-xmerl erlang-tools erlang-inets erlang-ssl git && rm -rf /var/lib/apt/lists/*
ENV LANG=C.UTF-8
CMD ["iex"]
