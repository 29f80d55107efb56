// Prints the primes up to a number, and the version of SQLite it was built with.
#include <sqlite3.h>

#include <cstdlib>
#include <iostream>

int main(int argc, char **argv) {
  int most = argc > 1 ? std::atoi(argv[1]) : 100;
  for (int n = 2; n <= most; ++n) {
    bool prime = true;
    for (int d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
    if (prime) std::cout << n << "\n";
  }
  std::cout << sqlite3_libversion() << "\n";
}
