import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { uploadCsv } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp({ IMPORT_LIMIT_MB: '1' })

const MEGABYTE = 1_048_576

const sendForm = (body: string | Buffer, type = 'multipart/form-data; boundary=x') =>
  call(test, ['POST', '/contacts/import'], { body, headers: { 'content-type': type } })

async function storedBytes(reply: Reply): Promise<string> {
  expect(reply.statusCode).toBe(202)
  const { jobId } = reply.json<{ jobId: string }>()
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from operation_uploads where operation_id = ${jobId} order by sequence`.execute(
    test.deps.database.db,
  )
  return Buffer.concat(rows.map((row) => row.bytes)).toString()
}

/** A file of exactly this many bytes. */
const csvOf = (bytes: number) => `email\n${'a'.repeat(bytes - 6)}`

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = (content: string, name = 'file') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${content}\r\n`
const END = '--x--\r\n'

/** Spooled files that this process has open, by their names in the system. */
const openSpools = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const name = readlinkSync(`/proc/self/fd/${fd}`)
      return name.includes('lettermill-upload-') ? [name] : []
    } catch {
      return []
    }
  })

beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }))

describe('a file as the body', () => {
  it('arrives as it was sent', async () => {
    const csv = '\uFEFFemail;name\r\nada@example.com;"Ada\nLovelace"\r\n'
    expect(await storedBytes(await uploadCsv(test, csv))).toBe(csv)
  })

  it('may have parameters after its type', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8; header=present' }
    expect((await uploadCsv(test, 'email\na@example.com\n', { headers })).statusCode).toBe(202)
  })

  it('that announces too much is a 413 before it is sent', async () => {
    const socket = connect(Number(new URL(test.app.listeningOrigin).port), '127.0.0.1')
    socket.write(
      `POST /contacts/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${test.project.secretKey}\r\n` +
        `Content-Type: text/csv\r\nContent-Length: ${MEGABYTE + 1}\r\n\r\n`,
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toContain('413 Payload Too Large')
  })

  it('is taken up to the limit and a 413 beyond', async () => {
    expect((await uploadCsv(test, csvOf(MEGABYTE))).statusCode).toBe(202)
    const reply = await uploadCsv(test, csvOf(MEGABYTE + 1))
    expect(reply.statusCode).toBe(413)
    expect(errorOf(reply)).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The file is larger than 1 MB, the limit of this server (IMPORT_LIMIT_MB).',
    })
  })
})

describe('a file in a form', () => {
  it.each([['file'], ['whatever']])('arrives as it was sent, in a field called %s', async (name) => {
    const csv = 'email\r\nada@example.com\r\n'
    expect(await storedBytes(await sendForm(`${filePart(csv, name)}${END}`))).toBe(csv)
  })

  it('is taken up to the limit and a 413 beyond', async () => {
    expect((await sendForm(`${filePart(csvOf(MEGABYTE))}${END}`)).statusCode).toBe(202)
    expect((await sendForm(`${filePart(csvOf(MEGABYTE + 1))}${END}`)).statusCode).toBe(413)
  })

  it('is missing when the form has none', async () => {
    const reply = await sendForm(`${part('subscribed', 'false')}${END}`)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ file: 'required' })
  })
})

describe('a form that cannot be read', () => {
  it.each([
    ['nothing at all', ''],
    ['no form', 'email\nada@example.com\n'],
    ['a file that breaks off', filePart('email\r\nada@example').slice(0, -2)],
    ['an end that is missing', filePart('email')],
    ['two files', `${filePart('email')}${filePart('email')}${END}`],
    ['fields without end', `${part('a', '1').repeat(51)}${filePart('email')}${END}`],
    ['a field that is too long', `${part('map', 'x'.repeat(65 * 1024))}${filePart('email')}${END}`],
  ])('is a 400: %s', async (_what, body) => {
    const reply = await sendForm(body)
    expect(reply.statusCode).toBe(400)
    expect(errorOf(reply).code).toBe('INVALID_REQUEST_BODY')
  })

  it('is a 400 without a boundary', async () => {
    const reply = await sendForm(`${filePart('email')}${END}`, 'multipart/form-data')
    expect(reply.statusCode).toBe(400)
    expect(errorOf(reply).message).toContain('Boundary not found')
  })

  it('leaves no file open', async () => {
    for (let count = 0; count < 3; count += 1) await sendForm(filePart('email\r\nada@example').slice(0, -2))
    expect(openSpools()).toEqual([])
  })
})

it('a field named like a part of every object is only a field', async () => {
  const reply = await sendForm(
    `${part('__proto__', 'x')}${part('constructor', 'y')}${filePart('email')}${END}`,
  )
  expect(reply.statusCode).toBe(202)
})

describe('the file on disk', () => {
  it('is closed with the answer', async () => {
    await uploadCsv(test, csvOf(MEGABYTE))
    await uploadCsv(test, csvOf(MEGABYTE + 1))
    expect(openSpools()).toEqual([])
  })

  describe('of a sender who goes away', () => {
    it.each([
      ['text/csv', 'email\nada@exam'],
      ['multipart/form-data; boundary=x', filePart('email\r\nada@exam').slice(0, -2)],
    ])('is closed too (%s)', async (type, start) => {
      const socket = connect(Number(new URL(test.app.listeningOrigin).port), '127.0.0.1')
      socket.write(
        `POST /contacts/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${test.project.secretKey}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: 100000\r\n\r\n${start}`,
      )
      // It exists, but has no name: if the process died now, nothing would be left behind.
      await eventually(() => expect(openSpools()).toEqual([expect.stringMatching(/ \(deleted\)$/)]))
      socket.destroy()
      await once(socket, 'close')
      await eventually(() => expect(openSpools()).toEqual([]))
    })
  })
})
