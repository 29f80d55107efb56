FROM eclipse-temurin:17-jdk
RUN apt-get update && apt-get install -y --no-install-recommends gradle && rm -rf /var/lib/apt/lists/*
CMD ["gradle"]
