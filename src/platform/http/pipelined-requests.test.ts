// Many requests in one write, over a raw socket. Checks the order in which the app starts them.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import type { App } from './app-types.ts'

const test = useTestApp()

let app: App
let port: number
/** The paths of all requests, in the order of their start. */
const begun: string[] = []
beforeEach(() => void begun.splice(0))

beforeAll(async () => {
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRequest', async ({ url }) => {
      begun.push(url)
    })
  subscribe('fastify.initialization', watch)
  app = await buildApp(test.deps)
  unsubscribe('fastify.initialization', watch)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return { socket, received: () => text }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

const paths = (count: number, name = 'n') => Array.from({ length: count }, (_, n) => `/health?${name}=${n}`)

const numbered = (count: number, name?: string) => paths(count, name).map(get).join('')

const countOf = (text: string, part: string) => text.split(part).length - 1

describe('a connection with thousands of requests', () => {
  it('lets others be served before them', async () => {
    const [crowd, other] = [await open(), await open()]
    crowd.socket.write(numbered(5_000))
    await eventually(() => expect(begun.length).toBeGreaterThan(0), 0)
    other.socket.write(get('/health?other'))
    await eventually(() => expect(other.received()).toContain('200 OK'), 0)
    expect(begun.indexOf('/health?other')).toBeLessThan(1_000)
    expect(begun.length).toBeLessThan(2_000)
  })

  it('gets all of its answers, in order', async () => {
    const { socket, received } = await open()
    socket.write(numbered(3_000, 'ordered') + get('/nowhere'))
    await eventually(() => expect(received()).toContain('404 Not Found'))
    expect(countOf(received(), '200 OK')).toBe(3_000)
    expect(begun.filter((url) => !url.includes('?n='))).toEqual([...paths(3_000, 'ordered'), '/nowhere'])
  })

  it('may have bodies among them', async () => {
    const { socket, received } = await open()
    const body = JSON.stringify({ email: 'x'.repeat(100_000) })
    const head = `POST /contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${test.project.secretKey}\r\n`
    const post = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    socket.write(numbered(30) + post + numbered(30) + post + get('/nowhere'))
    await eventually(() => expect(received()).toContain('404 Not Found'))
    expect(countOf(received(), '200 OK')).toBe(60)
    expect(countOf(received(), '422 Unprocessable')).toBe(2)
  })

  it('that closes has no further requests started', async () => {
    const { socket } = await open()
    socket.write(numbered(5_000))
    await eventually(() => expect(begun.length).toBeGreaterThan(0), 0)
    socket.destroy()
    const other = await open()
    await eventually(async () => {
      const connections = await new Promise<number>((resolve) =>
        app.server.getConnections((_error, count) => resolve(count)),
      )
      expect(connections).toBe(1)
    })
    const before = begun.length
    other.socket.write(get('/health?later'))
    await eventually(() => expect(other.received()).toContain('200 OK'))
    expect(begun.slice(before)).toEqual(['/health?later'])
    expect(begun.length).toBeLessThan(5_000)
  })
})
