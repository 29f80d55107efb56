# Container image of ledger (python).
# Build it in the repository's root:
#     docker build -t ledger .

FROM python:3.13-bookworm AS build
WORKDIR /app
COPY requirements.txt ./
RUN pip install --target /app/packages -r requirements.txt
COPY . .

FROM python:3.13-slim-bookworm
WORKDIR /app
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin app \
    && chown app:app /app
COPY --from=build --chown=app /app ./
ENV PORT=8000
USER app
# Nothing in the project says what a container of this image starts. Add it here,
# as the last line, and to the document as runtime.command:
#     CMD ["program", "argument"]
# Once per release, in a container of this image:
#     python manage.py migrate
