#ifndef AIPACK_PARSE_H
#define AIPACK_PARSE_H

#include <stdbool.h>
#include <stdint.h>

// AipackNode is tree.Node.
typedef struct {
  uint16_t kind, field;
  uint32_t flags, start, end, row, size;
} AipackNode;

typedef struct {
  AipackNode *nodes; // the caller's to free
  uint32_t count;
  bool cut;
} AipackTree;

enum { AIPACK_PARSED, AIPACK_LATE, AIPACK_UNFIT };

int aipack_parse(const void *language, const char *text, uint32_t length, uint64_t nanoseconds, uint32_t most, AipackTree *out);

#endif
