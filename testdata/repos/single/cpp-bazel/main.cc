#include <iostream>

#include "greeting.h"

int main(int argc, char** argv) {
  std::cout << Greeting(argc > 1 ? argv[1] : "world") << "\n";
}
