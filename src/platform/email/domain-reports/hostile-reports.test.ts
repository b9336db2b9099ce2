// Every hostile file, in a thread with the limits of a real one: none may end it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThreadPool } from '../../threads/thread-pool.ts'
import type { ThreadPool } from '../../threads/thread-pool.ts'
import { ThreadTimeoutError } from '../../threads/thread-errors.ts'
import { heldBackHostileFiles } from './fixtures/held-back-hostile-files.ts'
import { hostileFiles } from './fixtures/hostile-files.ts'
import { ABOUT, bareEmail, reportXml, zip } from './fixtures/report-files.ts'
import { readReportTask } from './report-task.ts'

let pool: ThreadPool

beforeAll(() => {
  pool = createThreadPool({ entry: new URL('../../../threads.ts', import.meta.url), size: 2 })
})

afterAll(() => pool.close())

const read = (raw: Uint8Array) => pool.run(readReportTask, { raw, about: ABOUT })

describe('a hostile file', () => {
  it.each([...hostileFiles, ...heldBackHostileFiles])('is no danger: $name', async ({ make, problem }) => {
    const reading = await read(bareEmail({ file: Buffer.from(make()) }))
    expect(reading.problem ?? 'read').toMatch(problem ?? /^read$/)
  })
})

describe('a hostile email', () => {
  it.each([
    [
      'of a million lines',
      Buffer.from(`From: a@b.example\r\n\r\n${'\n'.repeat(1_000_000)}`),
      /too many lines/,
    ],
    ['of four megabytes', bareEmail({ file: Buffer.alloc(3_000_000) }), /too large/],
    ['of parts in parts', Buffer.from(nested(40)), /MIME/],
    ['of one header', Buffer.from(`From: ${'a'.repeat(1_000_000)}\r\n\r\n`), /MIME|no file/],
    ['of twenty thousand parts', parts(20_000), /too many lines/],
    ['of ten thousand pictures', parts(9_000, 'Content-Type: image/png\r\n\r\nx'), /no file/],
    [
      'of ten thousand parameters',
      headed(`Content-Type: application/zip${'; a*0*=b'.repeat(10_000)}`),
      /MIME|no file|damaged/,
    ],
    [
      'of ten thousand encoded words',
      headed(`From: ${'=?utf-8?q?a?= '.repeat(10_000)}<a@b.example>`),
      /no file/,
    ],
    ['of ten thousand senders', headed(`From: ${'a:b <a@b.example>, '.repeat(8_000)}`), /no file/],
    ['whose base64 is cut off', bareEmail({ file: zip(reportXml()) }).subarray(0, 700), /damaged/],
    ['of base64 that is none', headed(`${ZIP_HEADERS}\r\n\r\n${'%&/()='.repeat(100_000)}`), /no file/],
    [
      'of a page of a megabyte',
      headed(`Content-Type: text/html\r\n\r\n${'<a<!--&#x'.repeat(100_000)}`),
      /begins with|not well|does not end|no file/,
    ],
  ])('%s is refused', async (_what, raw, problem) => {
    expect((await read(raw)).problem).toMatch(problem)
  })

  it('around the email of a report has its own sender and no signature of the report', async () => {
    const email = bareEmail({ file: zip(reportXml()), from: 'reports@google.com' })
    expect(await read(wrapped(email))).toMatchObject({
      problem: null,
      fromDomain: 'forwarder.example',
      signatures: [],
    })
  })

  it('of ten thousand signatures costs a few', async () => {
    const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=b.example; s=a; h=from; bh=; b=\r\n'
    const raw = Buffer.concat([Buffer.from(signature.repeat(3_000)), bareEmail({ file: zip(reportXml()) })])
    expect(await read(raw)).toMatchObject({ problem: null, signatures: [] })
  })
})

describe('a thread that reads reports', () => {
  it('is ended when it takes longer than its limit, and the next report is read', async () => {
    const slow = { ...readReportTask, limitMs: 1 }
    const file = Buffer.from(hostileFiles.at(-1)?.make() ?? '')
    await expect(pool.run(slow, { raw: bareEmail({ file }), about: ABOUT })).rejects.toThrow(
      ThreadTimeoutError,
    )
    expect(await read(bareEmail({ file: zip(reportXml()) }))).toMatchObject({ problem: null })
  })
})

const ZIP_HEADERS = 'Content-Type: application/zip\r\nContent-Transfer-Encoding: base64'

const headed = (headers: string): Buffer => Buffer.from(`MIME-Version: 1.0\r\n${headers}\r\n\r\nx\r\n`)

const parts = (count: number, part = '\r\nx'): Buffer =>
  headed(`Content-Type: multipart/mixed; boundary="b"\r\n\r\n${`--b\r\n${part}\r\n`.repeat(count)}--b--`)

const wrapped = (email: Buffer): Buffer =>
  Buffer.concat([Buffer.from('From: a@forwarder.example\r\nContent-Type: message/rfc822\r\n\r\n'), email])

function nested(levels: number): string {
  const open = Array.from(
    { length: levels },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  )
  return `From: a@b.example\r\nMIME-Version: 1.0\r\n${open.join('')}\r\n`
}
