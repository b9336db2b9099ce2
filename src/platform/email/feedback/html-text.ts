// Converts a report that is only HTML to text. It is never shown as HTML again, so this may be rough.

const LINE_ENDS = /<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6]|\/table|hr)\b[^<>]{0,500}>/gi
const TAG = /<[a-z!/?][^<>]{0,2000}>/gi
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

export function htmlToText(html: string): string {
  return withoutElement(withoutElement(html, 'style'), 'script')
    .replace(/[ \t\n]+/g, ' ')
    .replace(LINE_ENDS, '\n')
    .replace(TAG, ' ')
    .replace(/&(?:#(\d{1,6})|([a-z]{2,6}));/gi, (entity, number?: string, name?: string) =>
      number === undefined ? (ENTITIES[name?.toLowerCase() ?? ''] ?? entity) : characterOf(Number(number)),
    )
}

/** By search, not by an expression: one with a gap in it takes quadratic time when the end is missing. */
function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase()
  let keptText = ''
  let from = 0
  for (;;) {
    const start = lower.indexOf(`<${name}`, from)
    const end = start < 0 ? -1 : lower.indexOf(`</${name}`, start)
    if (end < 0) return keptText + html.slice(from)
    keptText += html.slice(from, start)
    from = end
  }
}

const characterOf = (number: number): string => (number <= 0x10_ff_ff ? String.fromCodePoint(number) : ' ')
