#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "fortunes.h"

#define SERVER_PORT 7070

static void answer(int client) {
  char request[4096] = {0}, response[256];
  for (size_t have = 0; strstr(request, "\r\n\r\n") == NULL;) {
    ssize_t got = read(client, request + have, sizeof request - 1 - have);
    if (got <= 0) return;
    have += (size_t)got;
  }
  const char *body = fortune((unsigned)time(NULL));
  if (strncmp(request, "GET /health ", 12) == 0) body = "ok";
  int n = snprintf(response, sizeof response, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                   strlen(body), body);
  if (write(client, response, (size_t)n) < 0) perror("write");
}

int main(void) {
  int server = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(SERVER_PORT), .sin_addr = {INADDR_ANY}};
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(server, (struct sockaddr *)&address, sizeof address) < 0 || listen(server, 16) < 0) {
    perror("listen");
    return 1;
  }
  for (;;) {
    int client = accept(server, NULL, NULL);
    if (client < 0) continue;
    answer(client);
    close(client);
  }
}
