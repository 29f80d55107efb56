// One call a file: parses a text and lays its tree flat. Walking the tree from
// Go would cost a call into C for each step.
#include "parse.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "treesitter.h"

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// What tree-sitter holds is counted: between two looks at the clock it can take
// gigabytes for a text of half a megabyte. It has no way to be told that there is
// no more, so the process ends, which costs that text.
typedef union {
  size_t size;
  max_align_t aligned;
} Header;

static _Atomic size_t held; // bytes
static size_t most_held;    // 0: as much as there is

static void *counted(Header *h, size_t size) {
  if (!h) {
    fputs("the memory is out\n", stderr);
    _Exit(AIPACK_EXIT);
  }
  h->size = size;
  return h + 1;
}

static void hold(size_t more) {
  if ((held += more) > most_held && most_held) {
    fprintf(stderr, "the parser wants more than %zu MB\n", most_held >> 20);
    _Exit(AIPACK_EXIT);
  }
}

static void *held_malloc(size_t size) {
  hold(size);
  return counted(malloc(sizeof(Header) + size), size);
}

static void *held_calloc(size_t n, size_t size) {
  hold(n * size);
  return counted(calloc(1, sizeof(Header) + n * size), n * size);
}

static void held_free(void *p) {
  if (!p) return;
  Header *h = (Header *)p - 1;
  held -= h->size;
  free(h);
}

static void *held_realloc(void *p, size_t size) {
  if (!p) return held_malloc(size);
  Header *h = (Header *)p - 1;
  size_t before = h->size;
  hold(size);
  held -= before;
  return counted(realloc(h, sizeof(Header) + size), size);
}

void aipack_count(void) { ts_set_allocator(held_malloc, held_calloc, held_realloc, held_free); }

void aipack_hold(size_t most) { most_held = most; }

typedef struct {
  const char *text;
  uint32_t length;
  uint64_t until;
} Source;

static const char *source_read(void *payload, uint32_t at, TSPoint point, uint32_t *length) {
  (void)point;
  const Source *s = payload;
  *length = at < s->length ? s->length - at : 0;
  return s->text + (at < s->length ? at : s->length);
}

static bool source_late(TSParseState *state) { return now() > ((const Source *)state->payload)->until; }

// grown gives room for one more node; false where the memory is out or there are
// as many as wanted.
static bool grown(AipackTree *tree, uint32_t *room, uint32_t most) {
  if (tree->count < *room) return true;
  if (*room >= most) return false;
  uint32_t more = *room ? *room * 2 : 4096;
  if (more > most) more = most;
  AipackNode *nodes = realloc(tree->nodes, (size_t)more * sizeof(AipackNode));
  if (!nodes) return false;
  tree->nodes = nodes;
  *room = more;
  return true;
}

// lay walks the tree in the order of the text. The way back up is kept in the
// nodes themselves: until a node's end is met its size holds its parent.
static void lay(AipackTree *tree, TSNode root, uint32_t most) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t room = 0, parent = UINT32_MAX;
  for (bool down = true;;) {
    if (down) {
      if (!grown(tree, &room, most)) {
        tree->cut = true;
        break;
      }
      TSNode at = ts_tree_cursor_current_node(&cursor);
      AipackNode *n = &tree->nodes[tree->count];
      n->kind = ts_node_symbol(at);
      n->field = ts_tree_cursor_current_field_id(&cursor);
      n->flags = (ts_node_is_named(at) ? 1u : 0) | (ts_node_is_missing(at) ? 2u : 0) | (ts_node_is_error(at) ? 4u : 0) |
                 (ts_node_is_extra(at) ? 8u : 0);
      n->start = ts_node_start_byte(at);
      n->end = ts_node_end_byte(at);
      n->row = ts_node_start_point(at).row;
      n->size = parent;
      parent = tree->count++;
      if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    }
    uint32_t up = tree->nodes[parent].size;
    tree->nodes[parent].size = tree->count - parent;
    parent = up;
    if (parent == UINT32_MAX) break;
    down = ts_tree_cursor_goto_next_sibling(&cursor);
    if (!down) ts_tree_cursor_goto_parent(&cursor);
  }
  while (parent != UINT32_MAX) { // what was cut short
    uint32_t up = tree->nodes[parent].size;
    tree->nodes[parent].size = tree->count - parent;
    parent = up;
  }
  ts_tree_cursor_delete(&cursor);
}

int aipack_parse(const void *language, const char *text, uint32_t length, uint64_t nanoseconds, uint32_t most, AipackTree *out) {
  *out = (AipackTree){0};
  TSParser *parser = ts_parser_new();
  if (!ts_parser_set_language(parser, language)) {
    ts_parser_delete(parser);
    return AIPACK_UNFIT;
  }
  Source source = {text, length, now() + nanoseconds};
  TSInput input = {&source, source_read, TSInputEncodingUTF8, NULL};
  TSParseOptions options = {&source, source_late};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
  int result = AIPACK_LATE;
  if (tree) {
    lay(out, ts_tree_root_node(tree), most);
    ts_tree_delete(tree);
    result = AIPACK_PARSED;
  }
  ts_parser_delete(parser);
  return result;
}
