#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>

#include "format.hpp"

namespace {

void answer(int client) {
  char part[1024];
  std::string request;
  while (request.find("\r\n\r\n") == std::string::npos) {
    ssize_t n = read(client, part, sizeof part);
    if (n <= 0 || request.size() > 8192) return;
    request.append(part, static_cast<size_t>(n));
  }
  std::string body = format(std::time(nullptr));
  if (std::strncmp(request.c_str(), "GET /healthz", 12) == 0) body = zlibVersion();
  std::string response = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
                         "\r\nConnection: close\r\n\r\n" + body;
  if (write(client, response.data(), response.size()) < 0) std::cerr << "write failed\n";
}

}  // namespace

int main() {
  const char *text = std::getenv("PORT");
  int port = text ? std::atoi(text) : 8080;

  int server = socket(AF_INET, SOCK_STREAM, 0);
  int yes = 1;
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = INADDR_ANY;
  address.sin_port = htons(static_cast<uint16_t>(port));
  if (bind(server, reinterpret_cast<sockaddr *>(&address), sizeof address) < 0 || listen(server, 16) < 0) {
    std::cerr << "cannot listen on " << port << "\n";
    return 1;
  }
  for (;;) {
    int client = accept(server, nullptr, nullptr);
    if (client < 0) continue;
    answer(client);
    close(client);
  }
}
