#include "greeting.h"

std::string Greeting(const std::string& name) { return "Hello, " + name; }
