#include "fortunes.h"

static const char *fortunes[] = {"keep it simple", "measure first", "read the source"};

const char *fortune(unsigned seed) {
  return fortunes[seed % (sizeof fortunes / sizeof *fortunes)];
}
