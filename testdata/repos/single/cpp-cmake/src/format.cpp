#include "format.hpp"

std::string format(std::time_t moment) {
  char text[32];
  std::strftime(text, sizeof text, "%H:%M:%S", std::gmtime(&moment));
  return text;
}
