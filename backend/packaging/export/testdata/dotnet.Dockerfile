# Container image of catalog-api (csharp, ASP.NET Core).
# Build it in the repository's root:
#     docker build -f src/Catalog.Api/Dockerfile -t catalog-api .

FROM mcr.microsoft.com/dotnet/sdk:8.0 AS build
WORKDIR /app
COPY Catalog.sln nuget.config ./
COPY src/Catalog.Api/Catalog.Api.csproj ./src/Catalog.Api/
COPY src/Catalog.Core/Catalog.Core.csproj ./src/Catalog.Core/
RUN --mount=type=cache,target=/root/.nuget/packages \
    dotnet restore src/Catalog.Api
COPY . .
RUN --mount=type=cache,target=/root/.nuget/packages \
    dotnet publish src/Catalog.Api -c Release -o /app/out --no-restore

FROM mcr.microsoft.com/dotnet/aspnet:8.0
WORKDIR /app
RUN { id app >/dev/null 2>&1 || useradd --uid 10001 --create-home --shell /usr/sbin/nologin app; } \
    && chown app:app /app
COPY --from=build --chown=app /app/out ./
ENV ASPNETCORE_HTTP_PORTS=8080
USER app
EXPOSE 8080
CMD ["dotnet", "Catalog.Api.dll"]
