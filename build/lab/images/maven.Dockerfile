FROM eclipse-temurin:17-jdk
RUN apt-get update && apt-get install -y --no-install-recommends maven && rm -rf /var/lib/apt/lists/*
CMD ["mvn"]
