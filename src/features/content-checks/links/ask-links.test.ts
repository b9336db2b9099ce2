// Links are asked on a real server of this machine.
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createHttpClient } from '../../../platform/outgoing/http-client.ts'
import { askLinks, LINK_LIMITS } from './ask-links.ts'
import type { LinkLimits } from './ask-links.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let base = ''
let handlers: Record<string, Handler> = {}
let asked: string[] = []
let [now, mostAtOnce] = [0, 0]

const listener: RequestListener = (request, response) => {
  const path = request.url ?? ''
  asked.push(`${request.method} ${path}`)
  now += 1
  mostAtOnce = Math.max(mostAtOnce, now)
  response.on('close', () => (now -= 1))
  const handler = handlers[path.split('?')[0] ?? ''] ?? handlers['*']
  if (handler) handler(request, response)
  else response.writeHead(200).end()
}

beforeAll(async () => {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

const dns = { addresses: () => Promise.resolve({ status: 'none' as const, isNameKnown: false }) }

function clientFor(allowed: string[]) {
  const http = createHttpClient({ dns, config: { ALLOW_PRIVATE_HOSTS: allowed, version: '1.0.0' } })
  onTestFinished(() => http.close())
  return http
}

type Options = { routes?: Record<string, Handler>; limits?: Partial<LinkLimits>; allowed?: string[] }

async function ask(urls: readonly string[], options: Options = {}) {
  const { routes = {}, limits = {}, allowed = ['127.0.0.1'] } = options
  handlers = routes
  asked = []
  mostAtOnce = 0
  const links = urls.map((url) => ({ url: url.startsWith('/') ? base + url : url, line: 1 }))
  const answers = await askLinks(links, {
    http: clientFor(allowed),
    isOwn: ({ hostname }) => Promise.resolve(hostname === 'mail.example.com'),
    limits: { ...LINK_LIMITS, ...limits },
  })
  return answers.map(({ status, statusCode, reason }) => ({ status, statusCode, reason }))
}

const status =
  (code: number): Handler =>
  (_request, response) =>
    response.writeHead(code).end()
const redirectTo =
  (location: string): Handler =>
  (_request, response) =>
    response.writeHead(302, { location }).end()

describe('a link', () => {
  it('is asked by HEAD alone if that answers', async () => {
    expect(await ask(['/a?x=1#part'])).toEqual([{ status: 'ok', statusCode: 200, reason: null }])
    expect(asked).toEqual(['HEAD /a?x=1'])
  })

  it('is asked by GET if the server does not answer HEAD', async () => {
    const routes = {
      '/a': ((request, response) =>
        response.writeHead(request.method === 'HEAD' ? 405 : 200).end('x'.repeat(200_000))) as Handler,
      '/b': ((request, response) => {
        if (request.method === 'HEAD') request.socket.destroy()
        else response.end('fine')
      }) as Handler,
    }
    const answers = await ask(['/a', '/b'], { routes })
    expect(answers.map((one) => one.status)).toEqual(['ok', 'ok'])
    expect(asked.toSorted()).toEqual(['GET /a', 'GET /b', 'HEAD /a', 'HEAD /b'])
  })

  it('is broken if the server says so, or there is none', async () => {
    const answers = await ask(['/gone', '/fails', 'http://127.0.0.1:1/', 'https://no-such-host.example/'], {
      routes: { '/gone': status(404), '/fails': status(503) },
    })
    expect(answers).toEqual([
      { status: 'broken', statusCode: 404, reason: 'the server answers 404' },
      { status: 'broken', statusCode: 503, reason: 'the server answers 503' },
      { status: 'broken', statusCode: null, reason: 'the connection was refused' },
      { status: 'broken', statusCode: null, reason: 'the host no-such-host.example does not exist in DNS' },
    ])
  })

  it('is unsure if the server refuses programs', async () => {
    const [answer] = await ask(['/guarded'], { routes: { '/guarded': status(403) } })
    expect(answer).toMatchObject({ status: 'unsure', statusCode: 403 })
  })

  it('is broken if the server never answers, or not in HTTP', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => undefined))
    const rude = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.end('SSH-2.0\r\n')
    })
    for (const server of [silent, rude]) await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      silent.close()
      rude.close()
    })
    const urls = [silent, rude].map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const answers = await ask(urls, { limits: { perLinkMs: 300 } })
    expect(answers.map((one) => one.status)).toEqual(['broken', 'broken'])
  })
})

describe('redirects', () => {
  it('are followed three times', async () => {
    const routes = {
      '/1': redirectTo('/2'),
      '/2': redirectTo(`${base}/3`),
      '/3': redirectTo('?end'),
      '/loop': redirectTo('/loop'),
      '/nowhere': status(301),
      '/broken': redirectTo('http://['),
    }
    const answers = await ask(['/1', '/loop', '/nowhere', '/broken'], {
      routes: { ...routes, '/3': redirectTo('/4') },
    })
    expect(answers.map((one) => one.status)).toEqual(['ok', 'broken', 'broken', 'broken'])
    expect(asked.filter((one) => one === 'HEAD /loop')).toHaveLength(4)
  })

  it('lead to public addresses only, at each step', async () => {
    const routes = {
      '/inside': redirectTo('http://10.0.0.1/admin'),
      '/file': redirectTo('file:///etc/passwd'),
    }
    for (const answer of await ask(['/inside', '/file'], { routes })) {
      expect(answer).toMatchObject({ status: 'broken', statusCode: null })
      expect(answer.reason).toContain('private address')
    }
  })
})

describe('what is never asked', () => {
  it('is a private address', async () => {
    const answers = await ask(['/a', 'http://localhost/', 'http://[::1]/', 'http://169.254.169.254/'], {
      allowed: [],
    })
    expect(answers.every((one) => one.status === 'broken')).toBe(true)
    expect(asked).toEqual([])
  })

  it('is a link of this installation', async () => {
    const [answer] = await ask(['https://mail.example.com/unsubscribe/abc'])
    expect(answer).toMatchObject({ status: 'skipped', reason: 'it leads to this installation' })
  })

  it('is a link of this installation behind a redirect', async () => {
    const routes = { '/short': redirectTo('https://mail.example.com/c/abc') }
    const [answer] = await ask(['/short'], { routes })
    expect(answer).toMatchObject({ status: 'skipped', reason: 'it redirects to this installation' })
    expect(asked).toEqual(['HEAD /short'])
  })

  it('is more than the most, at more than two per host, for more than the time', async () => {
    const urls = Array.from({ length: 12 }, (_, number) => `/${number}`)
    const answers = await ask(urls, {
      routes: { '*': (_request, response) => void setImmediate(() => response.end()) },
      limits: { mostLinks: 10 },
    })
    expect(answers.map((one) => one.status)).toEqual([
      ...Array.from({ length: 10 }, () => 'ok'),
      'skipped',
      'skipped',
    ])
    expect(asked).toHaveLength(10)
    expect(mostAtOnce).toBeLessThanOrEqual(2)
    const silent: Handler = () => undefined
    const late = await ask(urls, { routes: { '*': silent }, limits: { totalMs: 300, perLinkMs: 200 } })
    expect(new Set(late.map((one) => one.status))).toEqual(new Set(['broken', 'skipped']))
  })
})
