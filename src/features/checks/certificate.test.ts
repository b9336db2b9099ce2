import { createServer } from 'node:net'
import tls from 'node:tls'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { makeSelfSignedCertificate } from '../../platform/email/smtp/server/self-signed.ts'
import { judgeCertificate } from './certificate.ts'
import { probeCertificate } from './probe-certificate.ts'

const DAY_MS = 86_400_000
const HOST = 'click.shop.com'
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)
const trusted = tls.getCACertificates('default')
afterAll(() => tls.setDefaultCACertificates(trusted))

type CertificateFacts = { name?: string; from?: number; until?: number; isTrusted?: boolean }

/** Reads the certificate of a server that has this one. */
async function judge({ name = HOST, from = -5, until = 60, isTrusted = true }: CertificateFacts) {
  const { certificate, key } = await makeSelfSignedCertificate(name, {
    from: daysFromNow(from),
    until: daysFromNow(until),
  })
  tls.setDefaultCACertificates(isTrusted ? [...trusted, certificate] : trusted)
  const server = tls.createServer({ cert: certificate, key }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await probeCertificate({ host: HOST, address: '127.0.0.1', port })
  server.close()
  return judgeCertificate({ host: HOST, answer, now: new Date() })
}

describe('the check of a certificate', () => {
  it('is good with one for the name, from a known issuer', async () => {
    expect(await judge({})).toMatchObject({ state: 'good', remedy: null })
  })

  it.each([
    ['has expired', { from: -90, until: -1 }, { state: 'failed', words: /expired on \d{4}-\d\d-\d\d/ }],
    ['is not valid yet', { from: 1 }, { state: 'failed', words: /valid only from/ }],
    [
      'is for another name',
      { name: 'other.com' },
      { state: 'failed', words: /not for click\.shop\.com. It is for other\.com/ },
    ],
    [
      'is signed by itself',
      { isTrusted: false },
      { state: 'failed', words: /do not trust .* signed by itself/ },
    ],
    ['ends soon', { until: 3 }, { state: 'warning', words: /should have been renewed/ }],
  ] as const)('is not good when it %s', async (_, made, { state, words }) => {
    expect(await judge(made)).toMatchObject({
      state,
      found: expect.stringMatching(words) as string,
      remedy: { command: expect.stringContaining(`-connect ${HOST}:443`) as string },
    })
  })

  it('fails where nothing speaks TLS', async () => {
    const server = createServer((socket) => void socket.end('220 hello\r\n')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const plain = await probeCertificate({ host: HOST, address: '127.0.0.1', port })
    server.close()
    expect(judgeCertificate({ host: HOST, answer: plain, now: new Date() }).state).toBe('failed')
  })

  it('is unknown when nothing was learned', () => {
    const answer = { status: 'unanswered', reason: 'it did not answer' } as const
    expect(judgeCertificate({ host: HOST, answer, now: new Date() }).state).toBe('unknown')
  })
})
