#include "../src/format.hpp"

int main() { return format(0).empty() ? 1 : 0; }
