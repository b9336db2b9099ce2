// Asks SpamAssassin what it thinks of an email, by the protocol of spamd (spamd/PROTOCOL of SpamAssassin): one connection, REPORT with
// the length, and an answer with the score and the rules. A server that misbehaves costs at most the time and the bytes of
// the limits.
import { connect } from 'node:net'
import type { ServerAddress } from '../../../platform/server-setting.ts'

export type SpamRule = { name: string; points: number; description: string }
export type SpamReport = { score: number; threshold: number; rules: SpamRule[] }

export type SpamdAnswer = ({ status: 'judged' } & SpamReport) | { status: 'failed'; reason: string }

export type SpamdLimits = {
  /** For everything: connecting, sending and the answer. */
  timeoutMs: number
  mostMessageBytes: number
  mostAnswerBytes: number
}

export const SPAMD_LIMITS: SpamdLimits = {
  // Its network tests wait for DNS some ten seconds.
  timeoutMs: 15_000,
  // spamc sends no more than that either.
  mostMessageBytes: 512_000,
  // A hundred times a long report.
  mostAnswerBytes: 512_000,
}

export async function askSpamd(
  server: ServerAddress,
  message: Buffer,
  limits: SpamdLimits = SPAMD_LIMITS,
): Promise<SpamdAnswer> {
  if (message.length > limits.mostMessageBytes) {
    return { status: 'failed', reason: `the email has more than ${limits.mostMessageBytes / 1000} kB` }
  }
  const answer = await exchange(server, message, limits)
  return typeof answer === 'string' ? { status: 'failed', reason: answer } : readAnswer(answer.bytes)
}

/** The whole answer, or why there is none. */
function exchange(
  server: ServerAddress,
  message: Buffer,
  { timeoutMs, mostAnswerBytes }: SpamdLimits,
): Promise<{ bytes: Buffer } | string> {
  const { promise, resolve } = Promise.withResolvers<{ bytes: Buffer } | string>()
  const socket = connect(server)
  const chunks: Buffer[] = []
  let size = 0
  const settle = (result: { bytes: Buffer } | string) => {
    clearTimeout(timer)
    resolve(result)
    socket.destroy()
  }
  const timer = setTimeout(() => settle(`no answer within ${timeoutMs / 1000} seconds`), timeoutMs)
  socket.on('connect', () => {
    socket.write(`REPORT SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`)
    socket.end(message)
  })
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostAnswerBytes) settle('the answer is too long')
  })
  socket.on('end', () => settle({ bytes: Buffer.concat(chunks) }))
  socket.on('error', ({ message: problem }) => settle(problem))
  socket.on('close', () => settle('the connection was closed'))
  return promise
}

const STATUS = /^SPAMD\/\d+\.\d+ (\d+) (\S+)/
const SCORE = /^Spam: *(?:True|False|Yes|No) *; *(-?\d+(?:\.\d+)?) *\/ *(-?\d+(?:\.\d+)?)/im
const RULE = /^ *(-?\d+(?:\.\d+)?) ([A-Z][A-Z0-9_]*) +(.*)$/

function readAnswer(bytes: Buffer): SpamdAnswer {
  const text = bytes.toString('utf8')
  const end = text.indexOf('\r\n\r\n')
  const head = end === -1 ? text : text.slice(0, end)
  const [, code, name] = STATUS.exec(head) ?? []
  if (code === undefined) return { status: 'failed', reason: 'the answer is not that of spamd' }
  if (code !== '0') return { status: 'failed', reason: `spamd answers ${name} (${code})` }
  const [, score, threshold] = SCORE.exec(head) ?? []
  if (score === undefined || end === -1) return { status: 'failed', reason: 'the answer has no score' }
  return {
    status: 'judged',
    score: Number(score),
    threshold: Number(threshold),
    rules: readRules(text.slice(end + 4)),
  }
}

// More than SpamAssassin ever lists.
const MOST_RULES = 200

/** The table below the line of dashes: a rule per line, whose description may go on in the next. */
function readRules(report: string): SpamRule[] {
  const lines = report.split(/\r?\n/)
  const rules: SpamRule[] = []
  for (const line of lines.slice(lines.findIndex((one) => /^-{3,} -{3,}/.test(one)) + 1)) {
    const [, points, name = '', description = ''] = RULE.exec(line) ?? []
    const last = rules.at(-1)
    if (points !== undefined) rules.push({ name, points: Number(points), description: description.trim() })
    else if (last && /^\s{20,}\S/.test(line)) last.description += ` ${line.trim()}`
    if (rules.length >= MOST_RULES) break
  }
  return rules.filter(({ points }) => points !== 0).toSorted((a, b) => b.points - a.points)
}
