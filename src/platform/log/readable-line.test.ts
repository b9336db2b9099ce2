import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'
import { readableLine } from './readable-line.ts'

/** The output of a log with this line at a terminal. */
function show(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  write(createLog('trace', { write: (line: string) => void (text += readableLine(line)) }))
  return text
}

const TIME = String.raw`\d\d:\d\d:\d\d\.\d\d\d`

describe('a line of the log at a terminal', () => {
  it('has time, level, message and fields', () => {
    const text = show((log) =>
      log.warn({ host: 'relay.example', reason: 'try later', count: 3 }, 'the relay waits'),
    )
    expect(text).toMatch(
      new RegExp(`^${TIME} WARN  the relay waits host=relay.example reason="try later" count=3\\n$`),
    )
  })

  it('shows a request as one', () => {
    const fields = { method: 'POST', route: '/v1/send', status: 200, ms: 12, projectId: 'p-1' }
    const text = show((log) => log.child({ reqId: 'r-1' }).info(fields, 'request'))
    expect(text).toMatch(new RegExp(`^${TIME} INFO  POST /v1/send 200 12 ms projectId=p-1\\n$`))
  })

  it('shows an error with its stack and its cause', () => {
    const error = new Error('it failed', { cause: new Error('the reason') })
    const lines = show((log) => log.error({ err: error }, 'unexpected error')).split('\n')
    expect(lines[0]).toMatch(/ERROR unexpected error$/)
    expect(lines[1]).toBe('  Error: it failed')
    expect(lines.some((line) => /^ {2} +at .*readable-line\.test\.ts/.test(line))).toBe(true)
    expect(lines).toContain('  caused by:')
    expect(lines).toContain('  Error: the reason')
  })

  it('does not let foreign text move the cursor or change the colors', () => {
    const text = show((log) =>
      log.info({ reply: '550 \u001b[2J\u0007no', bare: 'a\u009bb' }, 'said \u001b[31mno\r\n'),
    )
    expect(text.trimEnd()).not.toMatch(/\p{Cc}/u)
  })

  it('hides the same secrets as the JSON', () => {
    expect(show((log) => log.info({ found: { key: 'sk_secret', token: 't-1' } }, 'x'))).not.toMatch(
      /sk_secret|t-1/,
    )
  })

  it.each(['not JSON\n', '7\n', '"text"\n', ''])(
    'is left unchanged if it is not one of our lines: %j',
    (line) => {
      expect(readableLine(line)).toBe(line)
    },
  )
})
