// The largest body that each route accepts, over a real connection, to see what is not read.
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp({ JSON_LIMIT_MB: '4' })

const KILOBYTE = 1_024
const MEGABYTE = 1_048_576

/** A JSON object of exactly this many bytes. */
const bodyOf = (bytes: number) => `{"filler":"${'x'.repeat(bytes - '{"filler":""}'.length)}"}`

type Route = Parameters<typeof call>[1]

const send = (route: Route, body: string, key = test.project.secretKey) =>
  call(test, route, {
    body,
    key,
    headers: { 'content-type': 'application/json', origin: new URL(test.deps.config.publicUrl).origin },
  })

describe('the body of a call', () => {
  it.each<[Route, number]>([
    [['POST', '/v1/track'], MEGABYTE],
    [['POST', '/auth/sign-in/email'], 128 * KILOBYTE],
    [['POST', '/workflows'], 512 * KILOBYTE],
    [['POST', '/v1/verify'], 4 * MEGABYTE],
    [['POST', '/contacts'], 4 * MEGABYTE],
    [['PATCH', '/project'], 4 * MEGABYTE],
    [['DELETE', '/contacts/0198a6a0-0000-7000-8000-000000000000'], 4 * MEGABYTE],
    [['POST', '/v1/send'], 4 * MEGABYTE],
    [['POST', '/templates'], 4 * MEGABYTE],
  ])('is taken up to the limit of who may call it, or of its own: %s %i', async (route, limit) => {
    expect((await send(route, bodyOf(limit))).statusCode).not.toBe(413)
    const reply = await send(route, bodyOf(limit + 1))
    expect([reply.statusCode, errorOf(reply).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const text = limit < MEGABYTE ? `${limit / KILOBYTE} kB` : `${limit / MEGABYTE} MB`
    expect(errorOf(reply).message).toContain(`larger than ${text}`)
  })

  it('that a setting limits names the setting', async () => {
    expect(errorOf(await send(['POST', '/v1/send'], bodyOf(5 * MEGABYTE))).message).toContain('JSON_LIMIT_MB')
    expect(errorOf(await send(['POST', '/v1/track'], bodyOf(5 * MEGABYTE))).message).not.toContain(
      'JSON_LIMIT',
    )
  })

  it('of a public key has the same limit', async () => {
    const reply = await send(['POST', '/v1/track'], bodyOf(MEGABYTE + 1), test.project.publicKey)
    expect(reply.statusCode).toBe(413)
  })

  it('with a field that is too large is a 422 that names the field', async () => {
    const contact = { email: 'large@example.com', data: { text: 'x'.repeat(900 * KILOBYTE) } }
    for (const [path, body] of [
      ['/contacts', contact],
      ['/v1/track', { ...contact, event: 'x' }],
    ] as const) {
      const reply = await call(test, ['POST', path], { body })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
    }
  })
})

describe('a connection', () => {
  beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }))

  /** The response to a request that is never sent to its end. */
  async function answerTo(headers: string, ...pieces: string[]): Promise<string> {
    const socket = connect(Number(new URL(test.app.listeningOrigin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const key = test.project.secretKey
    socket.write(
      `POST /v1/track HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n`,
    )
    for (const piece of pieces) socket.write(piece)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return answer.toString()
  }

  const JSON_TYPE = 'Content-Type: application/json'
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

  it('that announces too much is refused before anything is sent', async () => {
    const answer = await answerTo(`${JSON_TYPE}\r\nContent-Length: ${100 * MEGABYTE}`)
    expect(answer).toContain('413 Payload Too Large')
    expect(answer).toContain('larger than 1 MB')
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('that announces nothing is refused when it has sent too much', async () => {
    const pieces = Array.from({ length: 3 }, () => chunk('x'.repeat(500_000)))
    expect(await answerTo(`${JSON_TYPE}\r\nTransfer-Encoding: chunked`, ...pieces)).toContain('413 Payload')
  })

  it('with too many values is refused before it has sent the rest', async () => {
    const headers = `${JSON_TYPE}\r\nTransfer-Encoding: chunked`
    expect(await answerTo(headers, chunk(`[${'1,'.repeat(21_000)}`))).toContain('JSON values')
  })

  it('with another type is refused by its first byte', async () => {
    expect(await answerTo('Content-Type: text/plain\r\nContent-Length: 1000', 'x')).toContain(
      'must be application/json',
    )
  })
})
