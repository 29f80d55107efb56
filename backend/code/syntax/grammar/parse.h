#ifndef AIPACK_PARSE_H
#define AIPACK_PARSE_H

#include <stdbool.h>
#include <stddef.h>
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

enum { AIPACK_EXIT = 3 }; // of a process whose parser wants more than it may hold

// aipack_count makes tree-sitter's memory be counted, from before its first use on.
void aipack_count(void);

// aipack_hold bounds it, in bytes: with more the process ends.
void aipack_hold(size_t most);

int aipack_parse(const void *language, const char *text, uint32_t length, uint64_t nanoseconds, uint32_t most, AipackTree *out);

#endif
