#include <stddef.h>

extern const unsigned char chart_js[], chart_js_end[];

/// The file's first byte, for as long as the program runs.
static inline const void *chart_js_start(void) { return chart_js; }

/// In bytes.
static inline size_t chart_js_size(void) { return (size_t)(chart_js_end - chart_js); }
