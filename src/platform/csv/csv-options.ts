import type { Options } from 'csv-parse'

/**
 * Lenient options: any line end, a BOM, ragged rows and stray quotes are accepted. The parser's own limits are not
 * sufficient: it counts neither cells nor delimiters. csv-scan.ts checks the bytes before it.
 */
export const csvOptions = (delimiter: string): Options => ({
  delimiter,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
})
