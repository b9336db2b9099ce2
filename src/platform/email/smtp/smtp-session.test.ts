import tls from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { SINK_CERTIFICATE, useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import type { SinkAction } from '../../../../test/support/servers/smtp-sink.ts'
import { patience, sendOne, serverAt } from '../fixtures/smtp-client.ts'
import type { SmtpServer } from './smtp-session.ts'

const sink = useSmtpSink()
const send = (overrides: Partial<SmtpServer> = {}, timeouts = patience()) =>
  sendOne({ server: serverAt(sink.port, overrides), timeouts })
const offer = (...extensions: string[]) => (sink.extensions = ['PIPELINING', ...extensions])

const usualAuthorities = tls.getCACertificates()
afterEach(() => tls.setDefaultCACertificates(usualAuthorities))

describe('introducing ourselves', () => {
  it('falls back to HELO where EHLO is not known', async () => {
    sink.script = { ehlo: '502 5.5.1 what?' }
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.commands.slice(0, 3)).toEqual([
      'EHLO client.test',
      'HELO client.test',
      'MAIL FROM:<bounce@example.org>',
    ])
  })

  it('does not when the server has no time', async () => {
    sink.script = { ehlo: '421 4.3.2 too busy' }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'connect', reply: { code: 421 } })
    expect(sink.commands).toEqual(['EHLO client.test'])
  })

  it('waits where HELO is refused, too', async () => {
    sink.script = { ehlo: '550 5.7.1 who?', helo: '550 5.7.1 no' }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'connect', reply: { code: 550 } })
  })

  it('reads offers in any case', async () => {
    sink.script = { ehlo: '250-sink.test\r\n250-Pipelining\r\n250 size 1000' }
    await send()
    expect(sink.commands[1]).toMatch(/^MAIL FROM:<bounce@example\.org> SIZE=\d+$/)
  })
})

describe('TLS', () => {
  it('is used where it is offered, and the server is asked again for what it offers', async () => {
    offer('STARTTLS')
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.commands.slice(0, 3)).toEqual(['EHLO client.test', 'STARTTLS', 'EHLO client.test'])
    expect(sink.emails[0]?.isEncrypted).toBe(true)
  })

  it('forgets what was offered in clear', async () => {
    let times = 0
    sink.script = { ehlo: () => (++times === 1 ? '250-a\r\n250-SIZE 1000\r\n250 STARTTLS' : '250 a') }
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.commands).toContain('MAIL FROM:<bounce@example.org>')
  })

  it('is not used where it is offered and not wished', async () => {
    offer('STARTTLS')
    expect(await send({ security: 'none' })).toMatchObject({ kind: 'accepted' })
    expect(sink.emails[0]?.isEncrypted).toBe(false)
  })

  it('from the first byte', async () => {
    sink.isImplicitTls = true
    expect(await send({ security: 'implicit' })).toMatchObject({ kind: 'accepted' })
    expect(sink.emails[0]?.isEncrypted).toBe(true)
  })

  it('that is required and not offered is a reason to wait', async () => {
    expect(await send({ security: 'required' })).toMatchObject({
      kind: 'deferred',
      stage: 'tls',
      reason: expect.stringContaining('offers no encryption (STARTTLS)') as unknown,
    })
  })

  it('that is offered and then refused is a reason to wait where it is required, and none where it is not', async () => {
    offer('STARTTLS')
    sink.script = { starttls: '454 4.7.0 TLS not available' }
    expect(await send({ security: 'required' })).toMatchObject({
      kind: 'deferred',
      stage: 'tls',
      reply: { code: 454 },
    })
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.emails[0]?.isEncrypted).toBe(false)
  })

  it.each<[string, SinkAction]>([
    ['lost', { pieces: ['220 go ahead\r\n'], drop: true }],
    ['lost before the consent', { drop: true }],
  ])('on a line that is %s is a reason to wait', async (_name, starttls) => {
    offer('STARTTLS')
    sink.script = { starttls }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'tls', reply: null })
  })

  it('with a server that speaks something else is a reason to wait', async () => {
    expect(await send({ security: 'implicit' })).toMatchObject({
      kind: 'deferred',
      stage: 'tls',
      reply: null,
    })
  })

  it('with a server that does not answer is waited for no longer than a connection', async () => {
    sink.script = { greeting: { hang: true } }
    const result = await send({ security: 'implicit' }, patience({ connect: 300 }))
    expect(result).toMatchObject({
      kind: 'deferred',
      stage: 'tls',
      reason: expect.stringMatching(/^no TLS with .* within 0\.3 s/) as unknown,
    })
  })
})

describe('what is said in clear after the consent to STARTTLS', () => {
  it.each<[string, string[]]>([
    ['glued to it', ['220 2.0.0 go ahead\r\n250-injected\r\n250 AUTH PLAIN\r\n']],
    ['in part', ['220 2.0.0 go ahead\r\n250-inj']],
    ['in a packet of its own', ['220 2.0.0 go ahead\r\n', '250-injected\r\n250 AUTH PLAIN\r\n']],
  ])('is never read as an answer: %s', async (_name, pieces) => {
    offer('STARTTLS')
    sink.script = { starttls: { pieces } }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'tls', reply: null })
    expect(sink.commands).toEqual(['EHLO client.test', 'STARTTLS'])
    expect(sink.emails).toEqual([])
  })
})

describe('a certificate', () => {
  it.each<SmtpServer['security']>(['required', 'opportunistic', 'implicit'])(
    'that nobody vouches for is refused where it is checked (%s)',
    async (security) => {
      offer('STARTTLS')
      sink.isImplicitTls = security === 'implicit'
      const result = await send({ security, isCertificateChecked: true })
      expect(result).toMatchObject({ kind: 'deferred', stage: 'tls', reply: null })
      expect(result).toMatchObject({ reason: expect.stringContaining('is not from an authority') as unknown })
      expect(sink.emails).toEqual([])
    },
  )

  it.each<[SmtpServer['security'], string]>([
    ['required', '127.0.0.1'],
    ['required', 'localhost'],
    ['implicit', '127.0.0.1'],
    ['implicit', 'localhost'],
  ])('is accepted where somebody does (%s, %s)', async (security, host) => {
    tls.setDefaultCACertificates([SINK_CERTIFICATE])
    offer('STARTTLS')
    sink.isImplicitTls = security === 'implicit'
    expect(await send({ security, host, isCertificateChecked: true })).toMatchObject({ kind: 'accepted' })
  })

  it.each<SmtpServer['security']>(['required', 'implicit'])(
    'of another host is refused (%s)',
    async (security) => {
      tls.setDefaultCACertificates([SINK_CERTIFICATE])
      offer('STARTTLS')
      sink.isImplicitTls = security === 'implicit'
      // A spelling of 127.0.0.1 that is a host name and no address.
      const result = await send({ security, host: '127.1', isCertificateChecked: true })
      expect(result).toMatchObject({ kind: 'deferred', stage: 'tls', reply: null })
      expect(result).toMatchObject({
        reason: expect.stringContaining('is not for the name 127.1') as unknown,
      })
    },
  )
})

describe('AUTH', () => {
  const credentials = { user: 'ann', password: 'sécret' }
  const plain = Buffer.from('\0ann\0sécret').toString('base64')

  it.each([
    ['PLAIN, where there is a choice', ['AUTH LOGIN PLAIN']],
    ['PLAIN, offered the old way', ['AUTH=PLAIN LOGIN']],
    ['PLAIN, where nothing is offered', []],
  ])('uses %s', async (_name, extensions) => {
    offer(...extensions)
    expect(await send(credentials)).toMatchObject({ kind: 'accepted' })
    expect(sink.commands[1]).toBe(`AUTH PLAIN ${plain}`)
  })

  it('uses LOGIN where that is all there is', async () => {
    offer('AUTH LOGIN')
    expect(await send(credentials)).toMatchObject({ kind: 'accepted' })
    const said = ['ann', 'sécret'].map((text) => Buffer.from(text).toString('base64'))
    expect(sink.commands.slice(1, 4)).toEqual(['AUTH LOGIN', ...said])
  })

  it('is not used without a user', async () => {
    offer('AUTH PLAIN')
    expect(await send()).toMatchObject({ kind: 'accepted' })
    expect(sink.commands[1]).toMatch(/^MAIL/)
  })

  it.each(['AUTH PLAIN', 'AUTH LOGIN'])('that fails never rejects an email (%s)', async (extension) => {
    offer(extension)
    sink.script = { auth: '535 5.7.8 authentication failed' }
    expect(await send(credentials)).toMatchObject({ kind: 'deferred', stage: 'auth', reply: { code: 535 } })
    expect(sink.commands.some((one) => one.startsWith('MAIL'))).toBe(false)
  })

  it.each<[string, SinkAction]>([
    ['is lost', { drop: true }],
    ['is silent', { hang: true }],
  ])('on a line that %s is a reason to wait', async (_name, auth) => {
    offer('AUTH PLAIN')
    sink.script = { auth }
    const result = await send(credentials, patience({ command: 500 }))
    expect(result).toMatchObject({ kind: 'deferred', stage: 'auth', reply: null })
  })

  it('that the server wants and we have not is a reason to wait', async () => {
    sink.script = { mail: '530 5.7.0 authentication required' }
    expect(await send()).toMatchObject({ kind: 'deferred', stage: 'mail', reply: { code: 530 } })
  })

  it('happens under TLS where there is TLS', async () => {
    offer('STARTTLS', 'AUTH PLAIN')
    expect(await send({ ...credentials, security: 'required' })).toMatchObject({ kind: 'accepted' })
    expect(sink.commands.indexOf('STARTTLS')).toBeLessThan(sink.commands.indexOf(`AUTH PLAIN ${plain}`))
  })
})
