import type { Options } from 'csv-parse'

// A record longer than this is a quote that was never closed: it would swallow the rest of the file.
const MAX_RECORD_BYTES = 1_000_000

/** How files are read: any line end, a BOM, ragged rows and stray quotes are taken as they come. */
export const csvOptions = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_RECORD_BYTES,
})
