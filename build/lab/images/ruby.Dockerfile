# Debian's interpreter under the names of the official image
# (docker-library/ruby), whose slim variant has no compiler either.
ARG BASE
FROM ${BASE}
ARG VERSION
RUN apt-get update && apt-get install -y --no-install-recommends libyaml-dev procps ruby ruby-dev ruby-bundler && rm -rf /var/lib/apt/lists/* \
    && for x in ruby bundle bundler gem rake; do ln -s /usr/bin/$x /usr/local/bin/$x; done \
    && mkdir -p /usr/local/bundle && chmod 1777 /usr/local/bundle && ruby --version | grep -q "^ruby $VERSION\."
ENV LANG=C.UTF-8 GEM_HOME=/usr/local/bundle BUNDLE_SILENCE_ROOT_WARNING=1 BUNDLE_APP_CONFIG=/usr/local/bundle \
    PATH=/usr/local/bundle/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["irb"]
