import { X509Certificate, createPrivateKey } from 'node:crypto'
import { connect } from 'node:tls'
import { createServer } from 'node:tls'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { ensureKeyFingerprint } from '../../../db/installation.ts'
import { makeSelfSignedCertificate } from './self-signed.ts'
import { readServerCertificate } from './server-certificate.ts'

const test = useTestApp()

const YEAR_MS = 365 * 86_400_000
const validity = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2060-06-01T12:00:00Z') }

describe('a self-signed certificate', () => {
  it.each(['mail.example.com', 'localhost', `${'a'.repeat(60)}.example.com`])(
    'is for the host %s',
    async (name) => {
      const { certificate, key } = await makeSelfSignedCertificate(name, validity)
      const read = new X509Certificate(certificate)
      expect(read.checkHost(name)).toBe(name)
      expect(read.verify(read.publicKey)).toBe(true)
      expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
      expect([read.validFromDate, read.validToDate]).toEqual([validity.from, validity.until])
    },
  )

  it.each(['192.0.2.7', '2001:db8::7', '::1'])('is for the address %s', async (address) => {
    const { certificate } = await makeSelfSignedCertificate(address, validity)
    const read = new X509Certificate(certificate)
    expect(read.checkIP(address)).toBe(address)
  })

  it('is trusted by a client that has it in its list', async () => {
    const { certificate, key } = await makeSelfSignedCertificate('localhost', validity)
    const server = createServer({ cert: certificate, key }, (socket) => socket.end()).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: certificate })
    await once(socket, 'secureConnect')
    expect(socket.authorized).toBe(true)
    socket.destroy()
  })
})

describe('the certificate of an installation', () => {
  const read = (host?: string) =>
    readServerCertificate({
      ...test.deps,
      config: { ...test.deps.config, ...(host !== undefined && { MAIL_HOSTNAME: host }) },
    })

  it('is created once, stored for all nodes, and renewed for another name or before it expires', async () => {
    await ensureKeyFingerprint(test.deps.database.db, 'the key of a test')
    const [first, second] = await Promise.all([read('mail.example.com'), read('mail.example.com')])
    expect(first).toMatchObject({ name: 'mail.example.com', isSelfSigned: true })
    expect(second).toEqual(first)
    expect(await read('mail.example.com')).toEqual(first)

    const renamed = await read('post.example.com')
    expect(renamed.cert).not.toBe(first.cert)
    expect(new X509Certificate(renamed.cert).checkHost('post.example.com')).toBe('post.example.com')

    test.clock.advance(9.5 * YEAR_MS)
    const renewed = await read('post.example.com')
    expect(renewed.cert).not.toBe(renamed.cert)
    expect(await read('post.example.com')).toEqual(renewed)
  })
})
