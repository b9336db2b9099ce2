// What a template may cost. Whoever holds a key may write templates, so every figure here is met by someone on purpose.
// Together they keep reading one part below 0.1 s and rendering one email below a second, whatever is written.

/** Characters of one part. Ten times what Gmail shows before it cuts an email off (102 kB). */
export const MAX_PART_LENGTH = 1_048_576

/** Outputs and tags of one part. A long newsletter has some hundred; these take about 50 ms to read. */
export const MAX_TAGS = 5_000

/** Characters inside the braces of one part, all together: they are read some ten times slower than text is. */
export const MAX_CODE_LENGTH = 65_536

/** Tags within tags. Each takes several frames of the stack, both to read and to render. */
export const MAX_DEPTH = 64

/** Characters of a date format. Every directive of one costs; nobody reads a date this long. */
export const MAX_DATE_FORMAT_LENGTH = 100

/**
 * Characters of a text that is searched for. V8 compares in a way that multiplies both lengths in bad cases, and does
 * not let itself be interrupted: `remove_last` of half a million characters from a million takes minutes.
 */
export const MAX_NEEDLE_LENGTH = 256

/**
 * Of one email, all parts, checked between two steps. Usual is 1 ms. Time on the processor and not on the wall: else a
 * good template would be a slow one whenever the machine has more to do.
 */
export const RENDER_LIMIT_MS = 400

/**
 * Characters and list items that filters and ranges of one part may make; an item counts ten times for a filter that
 * takes several steps for each. So no single step takes longer than 0.3 s.
 */
export const MEMORY_LIMIT = 2_000_000

/** Characters of one rendered part, and of what it captures. Receivers refuse emails of 25 MB; nobody sends 5 MB of text. */
export const MAX_OUTPUT_LENGTH = 5_000_000
