FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ruby ruby-dev ruby-bundler build-essential && rm -rf /var/lib/apt/lists/* \
    && for x in ruby bundle bundler gem rake; do ln -s /usr/bin/$x /usr/local/bin/$x; done
ENV GEM_HOME=/usr/local/bundle BUNDLE_SILENCE_ROOT_WARNING=1 BUNDLE_APP_CONFIG=/usr/local/bundle
ENV PATH=/usr/local/bundle/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN mkdir -p /usr/local/bundle && chmod 777 /usr/local/bundle
CMD ["irb"]
