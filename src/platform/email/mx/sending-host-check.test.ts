import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { createDns } from '../../dns/dns.ts'
import { createHostGuard } from '../../outgoing/host-guard.ts'
import { checkSendingHost } from './sending-host-check.ts'

const sink = useSmtpSink()
const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: 900 })
const OUR = '8.8.4.4'
const REVERSE = '4.4.8.8.in-addr.arpa'

beforeEach(() => {
  server.clear()
  server.set('gmail.com', 'MX', [{ exchange: 'mx.gmail.example', priority: 5 }])
  server.set('mx.gmail.example', 'A', ['127.0.0.1'])
  server.set('us.example', 'A', [OUR])
  server.set(REVERSE, 'PTR', ['us.example'])
})

const check = ({ port = sink.port, localAddresses = [] as string[] } = {}) =>
  checkSendingHost({
    dns,
    guard: createHostGuard({ dns, config: { ALLOW_PRIVATE_HOSTS: ['127.0.0.0/8'] } }),
    ownName: 'us.example',
    port,
    localAddresses,
  })

describe('a server that delivers', () => {
  it('has a name whose address leads back to it, and reaches others', async () => {
    expect(await check()).toEqual({ problems: [], reply: null })
    expect(sink.commands).toContain('EHLO us.example')
    expect(sink.commands.filter((line) => line.startsWith('MAIL'))).toEqual([])
  })

  it('may have an address with another name of its own', async () => {
    server.set(REVERSE, 'PTR', ['host-1.example'])
    server.set('host-1.example', 'A', [OUR])
    expect((await check()).problems).toEqual([])
  })

  it.each([
    ['no name', () => server.remove('us.example'), /^us\.example, the name of this server, has no address/],
    ['no reverse name', () => server.remove(REVERSE), /^8\.8\.4\.4 has no name in DNS \(PTR\)/],
    [
      'a reverse name of others',
      () => server.set(REVERSE, 'PTR', ['host-1.example']),
      /PTR\), host-1\.example, does not have this address/,
    ],
    ['no answer of DNS', () => server.fail('us.example', 'SERVFAIL'), /could not be checked: .*SERVFAIL/],
    ['no mail server in DNS', () => server.remove('gmail.com'), /^No mail server could be found/],
    [
      'a greeting that refuses it',
      () => void (sink.script = { greeting: '554 5.7.1 not you' }),
      /^mx\.gmail\.example refuses connections from this server\.$/,
    ],
  ])('is told of %s', async (_, prepare, words) => {
    prepare()
    const { problems } = await check()
    expect(problems).toEqual([expect.stringMatching(words)])
  })

  it('is told of a port that is blocked', async () => {
    expect(await check({ port: 9 })).toEqual({
      problems: [
        'Port 9 of mx.gmail.example cannot be reached: nothing accepts connections at mx.gmail.example:9. Many hosting providers block it until you ask them.',
      ],
      reply: null,
    })
  })

  it('is shown the reply of a receiver that refuses it', async () => {
    sink.script = { greeting: '554 5.7.1 not you' }
    expect((await check()).reply).toBe('554 5.7.1 not you')
  })
})
