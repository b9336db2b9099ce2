import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { createDns } from '../dns/dns.ts'
import { createHttpClient } from './http-client.ts'
import type { HttpClient, Outcome } from './http-client.ts'

const dns = await useDnsServer()

const clients: HttpClient[] = []
function clientFor(...allowed: string[]): HttpClient {
  const client = createHttpClient({
    dns: createDns({ servers: [dns.address] }),
    config: { ALLOW_PRIVATE_HOSTS: allowed, version: '1.0.0' },
  })
  clients.push(client)
  return client
}

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => void

/** A receiver on every address of this machine, including IPv6 if available. */
const receiver = { connections: 0, port: 0, answer: ((_, response) => response.end('ok')) as Answer }
const server = await listen()
afterAll(() => {
  for (const client of clients) client.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  receiver.connections = 0
  receiver.answer = (_, response) => response.end('ok')
})

async function listen(): Promise<Server> {
  const made = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      receiver.answer(Object.assign(request, { body: Buffer.concat(chunks).toString() }), response),
    )
  })
  made.on('connection', () => void (receiver.connections += 1))
  await once(made.listen(0), 'listening')
  receiver.port = (made.address() as AddressInfo).port
  return made
}

const post = (client: HttpClient, url: string, timeoutMs = 2_000): Promise<Outcome> =>
  client.send({ url, body: '{}', timeoutMs })

describe('addresses that are not public', () => {
  const client = clientFor()

  dns.set('private.example', 'A', ['127.0.0.1'])
  dns.set('private6.example', 'AAAA', ['::1'])
  dns.set('mixed.example', 'A', ['93.184.215.14', '127.0.0.1'])
  dns.set('alias.example', 'CNAME', ['private.example'])
  dns.set('mapped.example', 'AAAA', ['::ffff:7f00:1'])
  dns.set('metadata.example', 'A', ['169.254.169.254'])

  it.each([
    ['loopback', 'http://127.0.0.1:PORT/'],
    ['any loopback address', 'http://127.8.9.10:PORT/'],
    ['a shortened address', 'http://127.1:PORT/'],
    ['a decimal address', 'http://2130706433:PORT/'],
    ['a hexadecimal address', 'http://0x7f000001:PORT/'],
    ['an octal address', 'http://0177.0.0.1:PORT/'],
    ['mixed bases', 'http://0x7f.1:PORT/'],
    ['a trailing dot behind an address', 'http://127.0.0.1.:PORT/'],
    ['wide digits', 'http://１２７.０.０.１:PORT/'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①:PORT/'],
    ['an ideographic full stop', 'http://127。0。0。1:PORT/'],
    ['percent-encoding', 'http://%31%32%37.0.0.1:PORT/'],
    ['this host', 'http://0.0.0.0:PORT/'],
    ['zero', 'http://0:PORT/'],
    ['localhost', 'http://localhost:PORT/'],
    ['localhost with a dot', 'http://localhost.:PORT/'],
    ['a name under localhost', 'http://a.localhost:PORT/'],
    ['capital letters', 'HTTP://LOCALHOST:PORT/'],
    ['IPv6 loopback', 'http://[::1]:PORT/'],
    ['IPv6 loopback in full', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/'],
    ['the unspecified IPv6 address', 'http://[::]:PORT/'],
    ['IPv4 mapped into IPv6', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['IPv4 mapped into IPv6, in hexadecimal', 'http://[::ffff:7f00:1]:PORT/'],
    ['IPv4-compatible IPv6', 'http://[::127.0.0.1]:PORT/'],
    ['6to4', 'http://[2002:7f00:1::]:PORT/'],
    ['NAT64', 'http://[64:ff9b::127.0.0.1]:PORT/'],
    ['local NAT64', 'http://[64:ff9b:1::1]:PORT/'],
    ['ISATAP', 'http://[2620:fe::5efe:127.0.0.1]:PORT/'],
    ['Teredo', 'http://[2001:0:7f00:1::1]:PORT/'],
    ['IPv6 link-local', 'http://[fe80::1]:PORT/'],
    ['IPv6 with a zone', 'http://[fe80::1%25lo]:PORT/'],
    ['IPv6 site-local', 'http://[fec0::1]:PORT/'],
    ['IPv6 unique local', 'http://[fd00::1]:PORT/'],
    ['IPv6 multicast', 'http://[ff02::1]:PORT/'],
    ['IPv6 documentation', 'http://[2001:db8::1]:PORT/'],
    ['10/8', 'http://10.0.0.1:PORT/'],
    ['172.16/12', 'http://172.31.255.255:PORT/'],
    ['192.168/16', 'http://192.168.1.1:PORT/'],
    ['addresses of providers', 'http://100.100.100.200:PORT/'],
    ['metadata services', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata of Azure', 'http://168.63.129.16/'],
    ['multicast', 'http://224.0.0.1:PORT/'],
    ['broadcast', 'http://255.255.255.255:PORT/'],
    ['benchmarks', 'http://198.18.0.1:PORT/'],
    ['a name that leads to loopback', 'http://private.example:PORT/'],
    ['a name with a trailing dot', 'http://private.example.:PORT/'],
    ['a name that leads to IPv6 loopback', 'http://private6.example:PORT/'],
    ['a name with one private address among public ones', 'http://mixed.example:PORT/'],
    ['an alias of such a name', 'http://alias.example:PORT/'],
    ['a name that leads to a mapped address', 'http://mapped.example:PORT/'],
    ['a name that leads to a metadata service', 'https://metadata.example/'],
    ['a user name that looks like the host', 'http://example.com@127.0.0.1:PORT/'],
    ['a backslash before the host', String.raw`http:\\127.0.0.1:PORT/`],
    ['another protocol', 'gopher://127.0.0.1:PORT/'],
    ['a file', 'file:///etc/passwd'],
    ['a URL without a protocol', '//127.0.0.1:PORT/'],
  ])('refuses %s', async (_, form) => {
    const url = form.replace('PORT', String(receiver.port))
    const [outcome, problem] = [await post(client, url), await client.check(url)]
    expect(outcome).toMatchObject({ status: 'refused', reason: problem })
    expect(receiver.connections).toBe(0)
  })

  it('does not tell where a refused name leads', async () => {
    const outcome = await post(client, 'http://metadata.example/')
    expect(JSON.stringify(outcome)).not.toContain('169.254')
  })

  it.each([['93.184.215.14'], ['2620:fe::fe'], ['::ffff:93.184.215.14'], ['64:ff9b::5db8:d70e']])(
    'takes %s, which is public',
    async (address) => {
      const host = address.includes(':') ? `[${address}]` : address
      expect(await client.check(`https://${host}/hook`)).toBeUndefined()
    },
  )

  it('takes a name that does not exist yet', async () => {
    expect(await client.check('https://nowhere.example/hook')).toBeUndefined()
    expect(await post(client, 'https://nowhere.example/hook')).toEqual({
      status: 'failed',
      reason: 'the host nowhere.example does not exist in DNS',
    })
  })
})

describe('ALLOW_PRIVATE_HOSTS', () => {
  it.each([
    ['a network', '127.0.0.0/8', 'http://127.0.0.1:PORT/'],
    ['an address', '127.0.0.1', 'http://127.1:PORT/'],
    ['localhost', 'localhost', 'http://localhost.:PORT/'],
    ['a name', 'private.example', 'http://Private.Example:PORT/'],
    ['a network that a name leads into', '127.0.0.0/8', 'http://private.example:PORT/'],
  ])('lets %s through', async (_, allowed, form) => {
    const outcome = await post(clientFor(allowed), form.replace('PORT', String(receiver.port)))
    expect(outcome).toMatchObject({ status: 'answered', statusCode: 200, body: 'ok', cut: null })
  })

  it('lets nothing else through', async () => {
    const client = clientFor('10.0.0.0/8', 'other.example')
    expect(await post(client, `http://127.0.0.1:${receiver.port}/`)).toMatchObject({ status: 'refused' })
    expect(await post(client, `http://private.example:${receiver.port}/`)).toMatchObject({
      status: 'refused',
    })
    expect(receiver.connections).toBe(0)
  })
})

describe('a request', () => {
  const client = clientFor('127.0.0.0/8')
  const url = (path = '/') => `http://127.0.0.1:${receiver.port}${path}`

  it('asks for the name once, and connects to the address that was checked', async () => {
    dns.questions.length = 0
    await post(client, `http://private.example:${receiver.port}/`)
    expect(dns.questions.filter(({ name, type }) => name === 'private.example' && type === 'A')).toHaveLength(
      1,
    )
    expect(receiver.connections).toBe(1)
  })

  it('carries its headers, body, path and the name of the host', async () => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage & { body: string }>()
    receiver.answer = (request, response) => {
      resolve(request)
      response.writeHead(201).end('made')
    }
    const outcome = await client.send({
      url: `http://private.example:${receiver.port}/a%20b?c=d#e`,
      method: 'PUT',
      headers: { 'X-One': '1', Host: 'evil.example', 'Content-Length': '1', 'Transfer-Encoding': 'chunked' },
      body: 'grüße',
      timeoutMs: 2_000,
    })
    expect(outcome).toMatchObject({ statusCode: 201, body: 'made' })
    const { method, url: path, headers, body } = await promise
    expect({ method, path, body }).toEqual({ method: 'PUT', path: '/a%20b?c=d', body: 'grüße' })
    expect(headers).toMatchObject({
      'x-one': '1',
      host: `private.example:${receiver.port}`,
      'user-agent': 'Lettermill/1.0.0',
      'content-length': '7',
    })
    expect(headers).not.toHaveProperty('transfer-encoding')
  })

  it('follows no redirect', async () => {
    receiver.answer = (_, response) => response.writeHead(302, { location: url('/elsewhere') }).end()
    expect(await post(client, url())).toMatchObject({ status: 'answered', statusCode: 302 })
    expect(receiver.connections).toBeLessThanOrEqual(1)
  })

  it('uses no proxy from the environment', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect(await post(clientFor('127.0.0.1'), url())).toMatchObject({ statusCode: 200 })
  })

  it('keeps 4 kB of an endless answer and closes the connection', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    receiver.answer = (_, response) => {
      const pour = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', pour).on('close', resolve)
      pour()
    }
    const outcome = await post(client, url())
    expect(outcome).toMatchObject({ status: 'answered', body: 'x'.repeat(4096), cut: 'long' })
    await promise
  })

  it('keeps no NUL of an answer, which the database could not store', async () => {
    receiver.answer = (_, response) => response.end('a\0b')
    expect(await post(client, url())).toMatchObject({ body: 'a\ufffdb' })
  })

  it('ends in time when nothing is answered, and when the answer trickles', async () => {
    receiver.answer = () => undefined
    expect(await post(client, url(), 100)).toEqual({
      status: 'failed',
      reason: 'no answer within 0.1 seconds',
    })
    receiver.answer = (_, response) => void response.writeHead(200).write('so far')
    expect(await post(client, url(), 100)).toMatchObject({ statusCode: 200, body: 'so far', cut: 'late' })
  })

  it('counts the time that DNS takes', async () => {
    const release = dns.hold('slow.example')
    expect(await post(client, 'http://slow.example/', 100)).toMatchObject({
      status: 'failed',
      reason: 'no answer within 0.1 seconds',
    })
    release()
  })

  it('goes to the next address when the first refuses the connection', async () => {
    dns.set('two.example', 'A', ['127.0.0.1', '127.0.0.2'])
    const second = createServer((_, response) => response.end('second')).listen(0, '127.0.0.2')
    await once(second, 'listening')
    const { port } = second.address() as AddressInfo
    expect(await post(clientFor('two.example'), `http://two.example:${port}/`)).toMatchObject({
      status: 'answered',
      body: 'second',
    })
    second.closeAllConnections()
    second.close()
    expect(await post(clientFor('two.example'), `http://two.example:${port}/`)).toEqual({
      status: 'failed',
      reason: 'the connection was refused',
    })
  })

  it('says if the connection was lost in the middle of the answer', async () => {
    const half = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nso far')
    }).listen(0)
    await once(half, 'listening')
    const { port } = half.address() as AddressInfo
    expect(await post(client, `http://127.0.0.1:${port}/`)).toMatchObject({
      statusCode: 200,
      body: 'so far',
      cut: 'lost',
    })
    half.close()
  })

  it('survives answers that are not HTTP, cut off, or have endless headers', async () => {
    for (const [bytes, reason] of [
      ['220 mail.example ESMTP\r\n', 'the answer is not HTTP'],
      ['', 'the connection was closed without an answer'],
      [
        `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`,
        'the answer has more headers than are accepted (16 kB)',
      ],
    ] as const) {
      const odd = createTcpServer((socket) => void socket.on('error', () => undefined).end(bytes)).listen(0)
      await once(odd, 'listening')
      const { port } = odd.address() as AddressInfo
      expect(await post(client, `http://127.0.0.1:${port}/`)).toEqual({ status: 'failed', reason })
      odd.close()
    }
  })

  it('does not fail for a header that HTTP cannot carry', async () => {
    const outcome = await client.send({ url: url(), headers: { 'x-a': 'b\r\nc: d' }, timeoutMs: 1_000 })
    expect(outcome).toMatchObject({ status: 'failed' })
    expect(receiver.connections).toBe(0)
  })

  it('uses a connection again', async () => {
    const fresh = clientFor('127.0.0.1')
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    for (let times = 0; times < 20; times += 1) await post(fresh, url())
    process.off('warning', note)
    expect(receiver.connections).toBe(1)
    // Each use of a connection used to leave a listener on it.
    expect(warnings).toEqual([])
  })
})
