# Container image of bot (python).
# Build it in the repository's root:
#     docker build -t bot .

FROM python:3.13-slim-bookworm
WORKDIR /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --chown=app . ./
ENV PYTHONUNBUFFERED=1
USER app
CMD ["python", "bot.py"]
