// A text with fields above it, between two lines of three hyphens: `subject: Welcome, {{ name }}`. A value is a text as it is, or
// JSON; both mean the same in YAML. Lines that begin with # are comments.

export class FrontMatterError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FrontMatterError'
  }
}

export type FrontMatter = {
  fields: Record<string, unknown>
  body: string
  /** Lines of comments, by the field below them; '' are those below the last field. */
  comments: ReadonlyMap<string, readonly string[]>
}

const FENCE = '---'
// Far more lines than there are fields.
const MOST_LINES = 200

/** @throws FrontMatterError */
export function parseFrontMatter(text: string): FrontMatter {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const lines = readHead(source)
  const fields = new Map<string, unknown>()
  const comments = new Map<string, string[]>()
  let above: string[] = []
  lines.head.forEach((line, index) => {
    if (line.trim() === '') return
    if (line.startsWith('#')) return void above.push(line)
    const [, key = '', value = ''] = /^([A-Za-z]+):(.*)$/.exec(line) ?? []
    const place = `line ${index + 2}`
    if (key === '') throw new FrontMatterError(`${place} must be a field, such as subject: Welcome`)
    if (fields.has(key)) throw new FrontMatterError(`${place} has ${key} a second time`)
    fields.set(key, readValue(value.trim(), place))
    if (above.length > 0) comments.set(key, above)
    above = []
  })
  if (above.length > 0) comments.set('', above)
  return { fields: Object.fromEntries(fields), body: lines.body, comments }
}

function readHead(source: string): { head: string[]; body: string } {
  if (!/^---[ \t]*\r?\n/.test(source)) throw new FrontMatterError('line 1 must be ---, above the fields')
  const head: string[] = []
  let at = source.indexOf('\n') + 1
  while (head.length <= MOST_LINES) {
    const end = source.indexOf('\n', at)
    const line = (end < 0 ? source.slice(at) : source.slice(at, end)).replace(/\r$/, '')
    if (line.trimEnd() === FENCE) return { head, body: end < 0 ? '' : source.slice(end + 1) }
    if (end < 0) break
    head.push(line)
    at = end + 1
  }
  throw new FrontMatterError('the fields must end with a line ---')
}

function readValue(text: string, place: string): unknown {
  if (text === '' || text === '~') return null
  if (/^(null|true|false|-?\d+(\.\d+)?)$/.test(text) || /^["[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown
    } catch {
      // Liquid begins with a brace, too.
      if (/^\{[{%]/.test(text)) return text
      throw new FrontMatterError(`${place} has a value that begins as JSON, but is none`)
    }
  }
  return text
}

/** Starts with a letter, and has nothing that YAML reads in another way. */
const PLAIN = /^[\p{L}][^:#"'\r\n\t]*$/u
const WORDS = new Set(['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n'])

const isPlain = (text: string): boolean =>
  PLAIN.test(text) && text === text.trim() && !WORDS.has(text.toLowerCase())

export const printFrontMatter = ({
  fields,
  body,
  comments,
}: Omit<FrontMatter, 'comments'> & Partial<Pick<FrontMatter, 'comments'>>): string => {
  const lines = Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return []
    const shown = typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)
    return [...(comments?.get(key) ?? []), `${key}: ${shown}`]
  })
  return [FENCE, ...lines, ...(comments?.get('') ?? []), FENCE, body].join('\n')
}
