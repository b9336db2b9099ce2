const BORDERS = /^["'\s]+|["'\s]+$/g

/** The codes of a pasted text or a file, each once: one per line, and of a table the first column. */
export function readCodes(text: string): string[] {
  const cells = text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? '').replaceAll(BORDERS, ''))
  // The header of a table.
  if (/^(?:code|coupon)s?$/i.test(cells[0] ?? '')) cells.shift()
  return [...new Set(cells.filter((cell) => cell !== ''))]
}
