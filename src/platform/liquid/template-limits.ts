// The limits of a template. Anyone with a key can write templates, so attackers will try each limit. Together they keep
// parsing one part below 0.1 s and rendering one email below a second, for any input.

/** Characters of one part. Ten times what Gmail shows before it cuts an email off (102 kB). */
export const MAX_PART_LENGTH = 1_048_576

/** Outputs and tags of one part. A long newsletter has some hundred; these take about 50 ms to read. */
export const MAX_TAGS = 5_000

/** Characters inside all braces of one part: these are parsed some ten times slower than text. */
export const MAX_CODE_LENGTH = 65_536

/** Nesting of tags. Each level takes several stack frames, both to parse and to render. */
export const MAX_DEPTH = 64

/** Characters of a date format. Every directive costs time, and no useful format is this long. */
export const MAX_DATE_FORMAT_LENGTH = 100

/**
 * Characters of a search text. V8's search multiplies both lengths in bad cases and cannot be interrupted: `remove_last` of
 * half a million characters from a million takes minutes.
 */
export const MAX_NEEDLE_LENGTH = 256

/**
 * For all parts of one email, checked between two steps. Usual is 1 ms. CPU time, not wall time: otherwise a good template
 * could fail on a busy machine.
 */
export const RENDER_LIMIT_MS = 400

/**
 * Characters and list items that filters and ranges of one part may create; an item counts ten times for a filter that takes
 * several steps per item. So no single step takes longer than 0.3 s.
 */
export const MEMORY_LIMIT = 2_000_000

/** Characters of one rendered part, including captures. Receivers refuse emails of 25 MB; no useful email has 5 MB of text. */
export const MAX_OUTPUT_LENGTH = 5_000_000
