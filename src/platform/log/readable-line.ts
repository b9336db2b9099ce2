// A log line for a person at a terminal: time, level, message, and the other fields as key=value. Log collectors get the
// JSON itself.

const LEVELS: Record<number, string> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

type Line = { level?: number; time?: number; msg?: string; err?: unknown } & Record<string, unknown>

/** Returns a line unchanged if it cannot be parsed. */
export function readableLine(json: string): string {
  const line = parse(json)
  if (!line) return json
  const { level = 0, time = 0, msg = '', err, reqId: _id, ...rest } = line
  const { text, fields } = msg === 'request' ? requestOf(rest) : { text: msg, fields: rest }
  const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${valueText(value)}`)
  const head = `${clockTime(time)} ${(LEVELS[level] ?? String(level)).padEnd(5)} ${safe(text)}${shown.join('')}\n`
  return err === undefined ? head : head + errorText(err)
}

function parse(json: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

/** In the local time of this machine. */
const clockTime = (time: number): string => {
  const date = new Date(time)
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

type RequestText = { text: string; fields: Record<string, unknown> }

function requestOf({ method, route, status, ms, ...fields }: Record<string, unknown>): RequestText {
  return { text: [method, route, status, ms, 'ms'].map(String).join(' '), fields }
}

const isPlain = (text: string) => /^[\w.,:;/@+<>()[\]-]+$/.test(text)

function valueText(value: unknown): string {
  if (typeof value === 'string' && isPlain(value)) return value
  return safe(JSON.stringify(value) ?? String(value))
}

/** Foreign text, such as the reply of a mail server, must not move the cursor or change the colors. */
const safe = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (sign) => `\\x${(sign.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)

/** The stack, followed by those of its causes. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return `  ${safe(String(error))}\n`
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown }
  const lines = (stack ?? message ?? JSON.stringify(error)).split('\n').map((line) => `  ${safe(line)}\n`)
  return lines.join('') + (cause === undefined ? '' : `  caused by:\n${errorText(cause)}`)
}
