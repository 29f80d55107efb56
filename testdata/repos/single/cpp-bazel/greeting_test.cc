#include "greeting.h"

int main() { return Greeting("x") == "Hello, x" ? 0 : 1; }
