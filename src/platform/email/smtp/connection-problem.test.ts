// The messages for an operator without a connection, from real sockets where this machine allows it.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { SINK_CERTIFICATE, useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { explainSocketError } from './connection-problem.ts'
import { patience, sendOne, serverAt } from '../fixtures/smtp-client.ts'
import type { SmtpServer } from './smtp-session.ts'

const sink = useSmtpSink()
const usualAuthorities = tls.getCACertificates()
afterEach(() => tls.setDefaultCACertificates(usualAuthorities))

async function reasonOf(overrides: Partial<SmtpServer> = {}, timeouts = patience()): Promise<string> {
  const result = await sendOne({ server: serverAt(sink.port, overrides), timeouts })
  return result.kind === 'deferred' ? result.reason : result.kind
}

describe('the reason why there is no connection', () => {
  it('names the host that does not exist', async () => {
    // RFC 6761 section 6.4: names under .invalid never exist. A machine without DNS gives no answer instead.
    expect(await reasonOf({ host: 'relay.invalid' })).toMatch(
      /^(?:the host name relay\.invalid does not exist in DNS; check the spelling|DNS gave no answer for the host name relay\.invalid; check)/,
    )
  })

  it('names the port at which nothing listens', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as AddressInfo
    await once(nobody.close(), 'close')
    expect(await reasonOf({ port })).toMatch(
      new RegExp(
        `^nothing accepts connections at 127\\.0\\.0\\.1:${port}; check that the mail server runs and`,
      ),
    )
  })

  it('says what to do about an untrusted certificate', async () => {
    sink.extensions = ['STARTTLS']
    const reason = await reasonOf({ security: 'required', isCertificateChecked: true })
    expect(reason).toMatch(/^the certificate of 127\.0\.0\.1 is not from an authority/)
    expect(reason).toContain('?verify=false')
  })

  it('names the hosts of a certificate for others', async () => {
    tls.setDefaultCACertificates([SINK_CERTIFICATE])
    sink.extensions = ['STARTTLS']
    const reason = await reasonOf({ host: '127.1', security: 'required', isCertificateChecked: true })
    expect(reason).toMatch(/^the certificate is not for the name 127\.1 but for DNS:localhost/)
    expect(reason).toContain('?verify=false')
  })

  it('says that a port is not for smtps://', async () => {
    expect(await reasonOf({ security: 'implicit' })).toMatch(
      /does not answer with TLS; use smtp:\/\/ for this port/,
    )
  })

  it('says that a port may be one for smtps://', async () => {
    sink.isImplicitTls = true
    expect(await reasonOf({}, patience({ greeting: 300 }))).toMatch(
      /sent no greeting within 0\.3 s; if this port expects TLS from the first byte, use smtps:\/\//,
    )
  })

  it('says that encryption is missing', async () => {
    expect(await reasonOf({ security: 'required' })).toMatch(
      /offers no encryption \(STARTTLS\), which a password or \?tls=required asks for; use a port that does/,
    )
  })

  it('says that the server closed the connection', async () => {
    sink.script = { greeting: { drop: true } }
    expect(await reasonOf()).toBe('the server closed the connection')
  })
})

describe('an error of a socket', () => {
  const to = { host: 'relay.net', port: 587, security: 'required' as const }
  const error = (code: string, message: string) => Object.assign(new Error(message), { code })

  it.each([
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND relay.net', /host name relay\.net does not exist/],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN relay.net', /DNS gave no answer/],
    ['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:587', /a firewall may block the port/],
    ['ENETUNREACH', 'connect ENETUNREACH 192.0.2.1:587', /no network route/],
    ['ECONNRESET', 'read ECONNRESET', /closed the connection/],
    ['CERT_HAS_EXPIRED', 'certificate has expired', /has expired; renew it .*\?verify=false/],
    ['CERT_NOT_YET_VALID', 'certificate is not yet valid', /check the clocks/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', /NODE_EXTRA_CA_CERTS/],
    [
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      '00C7:error:0A000102:SSL routines:ssl_choose_client_version:unsupported protocol:../ssl/statem.c:1987:',
      /could not be agreed on \(unsupported protocol\)/,
    ],
  ])('is explained: %s', (code, message, expected) => {
    const text = explainSocketError(error(code, message), to)
    expect(text).toMatch(expected)
    expect(text).not.toMatch(/getaddrinfo|SSL routines|\bE[A-Z]{4,}\b/)
  })

  it('that is unknown is shown with the host', () => {
    expect(explainSocketError(new Error('odd'), to)).toBe('the connection to relay.net:587 failed: odd')
  })
})
