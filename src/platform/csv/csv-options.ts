import type { Options } from 'csv-parse'

/**
 * How files are read: any line end, a BOM, ragged rows and stray quotes are taken as they come. The parser has no limits
 * of its own that would do: it counts neither cells nor delimiters. csv-scan.ts looks at the bytes before it.
 */
export const csvOptions = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
})
