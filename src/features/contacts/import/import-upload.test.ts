// Uploads over a real socket and at the limit of their size.
import { readdirSync, readlinkSync } from 'node:fs'
import net from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { buildForm, buildImport, uploadCsv } from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const LIMIT = 1_048_576
const test = useTestApp({ IMPORT_LIMIT_MB: '1' })

async function countTraces(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from operations) as operations, (select count(*) from operation_uploads) as uploads,
      (select count(*) from graphile_worker.jobs) as jobs, (select count(*) from contacts) as contacts`.execute(
    test.deps.database.db,
  )
  return rows[0]
}

/** A file of exactly so many bytes, all of it rows. */
function fileOf(bytes: number): string {
  const rows = `email,x\n${Array.from({ length: 10 }, (_, n) => `size${n}@example.com,${n}\n`).join('')}`
  return rows + '\n'.repeat(bytes - rows.length)
}

describe('a file at the limit', () => {
  it('is taken when it is exactly as large', async () => {
    expect((await buildImport(test, fileOf(LIMIT))).progress).toEqual({ done: 10, total: 10, failed: 0 })
    const { body, headers } = buildForm({ files: [{ content: fileOf(LIMIT) }] })
    expect((await call(test, ['POST', '/contacts/import'], { body, headers })).statusCode).toBe(202)
    await drain(test.deps)
  })

  it('is refused with one byte more, as text/csv and in a form, and nothing is stored', async () => {
    const before = await countTraces()
    const plain = await uploadCsv(test, fileOf(LIMIT + 1))
    expect([plain.statusCode, errorOf(plain).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(errorOf(plain).message).toContain('1 MB')
    const { body, headers } = buildForm({ files: [{ content: fileOf(LIMIT + 1) }] })
    const form = await call(test, ['POST', '/contacts/import'], { body, headers })
    expect([form.statusCode, errorOf(form).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await countTraces()).toEqual(before)
  })
})

/** The files that uploads are spooled to and that this process still has open; they have no name any more. */
const openSpools = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('lettermill-upload-')
    } catch {
      return false
    }
  }).length

const waitForSpools = (count: number) => eventually(() => expect(openSpools()).toBe(count))

describe('an upload that breaks off', () => {
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  const form = buildForm({ files: [{ content: 'email\nann@example.com\n' }] })
  const openForm = form.body.subarray(0, form.body.indexOf('example.com'))

  it.each([
    ['text/csv', 'text/csv', Buffer.from('email\nann@example.com\nbob@exa')],
    ['a form', String(form.headers['content-type']), openForm],
  ])('leaves nothing behind as %s', async (_what, type, bytes) => {
    const before = await countTraces()
    const socket = net.connect(port, '127.0.0.1')
    socket.write(
      `POST /contacts/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${test.project.secretKey}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`,
    )
    socket.write(bytes)
    await waitForSpools(1)
    socket.destroy()
    await waitForSpools(0)
    expect(await countTraces()).toEqual(before)
  })

  it('does not keep the next one from working', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/contacts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.project.secretKey}`, 'content-type': 'text/csv' },
      body: 'email\nafter@example.com\n',
    })
    expect(reply.status).toBe(202)
    await waitForSpools(0)
  })
})
