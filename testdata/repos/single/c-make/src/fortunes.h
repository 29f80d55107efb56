#ifndef FORTUNES_H
#define FORTUNES_H

const char *fortune(unsigned seed);

#endif
