import { afterAll, describe, expect, it } from 'vitest'
import { createObjectStore } from '../../../platform/objects/object-store.ts'
import { systemClock } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config.ts'
import type { Config } from '../../../platform/config.ts'
import { createDns } from '../../../platform/dns/dns.ts'
import { openDatabase } from '../../../platform/db/client.ts'
import { createLog } from '../../../platform/log/log.ts'
import { createTransport, isSigning, sesServer, smtpServer } from './transports.ts'

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
const configOf = (settings: Record<string, string>): Config =>
  readConfig({
    DATABASE_URL,
    ENCRYPTION_KEY: 'x'.repeat(32),
    PUBLIC_URL: 'https://app.host.net',
    ...settings,
  })
const publicUrl = { find: () => Promise.resolve('https://app.host.net'), last: () => 'https://app.host.net' }
const serverOf = (MAIL_TRANSPORT: string, settings: Record<string, string> = {}) =>
  smtpServer(configOf({ MAIL_TRANSPORT, ...settings }), publicUrl)

describe('the relay of MAIL_TRANSPORT', () => {
  it('has the port of its scheme unless it names one', () => {
    expect(serverOf('smtp://relay.net')).toMatchObject({ host: 'relay.net', port: 587 })
    expect(serverOf('smtps://relay.net')).toMatchObject({ port: 465, security: 'implicit' })
    expect(serverOf('smtp://relay.net:25')).toMatchObject({ port: 25 })
    expect(serverOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 })
  })

  it('takes a password with any sign in it', () => {
    expect(serverOf('smtp://ann%40shop.com:p%40ss%3Aw%25rd@relay.net')).toMatchObject({
      user: 'ann@shop.com',
      password: 'p@ss:w%rd',
    })
    expect(serverOf('smtp://relay.net')).not.toHaveProperty('user')
  })

  it.each([
    ['smtp://relay.net', 'opportunistic', false],
    ['smtp://relay.net?tls=required', 'required', true],
    ['smtp://ann:x@relay.net', 'required', true],
    ['smtp://ann:x@relay.net?verify=false', 'required', false],
    ['smtp://ann:x@127.0.0.1', 'opportunistic', false],
    ['smtp://ann:x@localhost', 'opportunistic', false],
    ['smtps://ann:x@relay.net', 'implicit', true],
    ['smtps://relay.net?verify=false', 'implicit', false],
  ])('sends no password over a line that others can read: %s', (url, security, isCertificateChecked) => {
    expect(serverOf(url)).toMatchObject({ security, isCertificateChecked })
  })

  it('is greeted with the name of this server', () => {
    expect(serverOf('smtp://relay.net').hostname).toBe('app.host.net')
    expect(serverOf('smtp://relay.net', { MAIL_HOSTNAME: 'mail.host.net' }).hostname).toBe('mail.host.net')
  })
})

describe('SES of MAIL_TRANSPORT', () => {
  const sesOf = (MAIL_TRANSPORT: string, settings: Record<string, string> = {}) =>
    sesServer(configOf({ MAIL_TRANSPORT, ...settings }))
  const keys = { AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'SECRET', AWS_SESSION_TOKEN: 'TOKEN' }

  it.each([
    ['eu-west-1', 'https://email.eu-west-1.amazonaws.com/'],
    ['cn-north-1', 'https://email.cn-north-1.amazonaws.com.cn/'],
    ['eu-west-1?endpoint=http://127.0.0.1:4579', 'http://127.0.0.1:4579/'],
  ])('is reached at the endpoint of its region: %s', (place, endpoint) => {
    expect(sesOf(`ses://A:B@${place}`).endpoint.href).toBe(endpoint)
  })

  it('has the keys of its URL, or else of the environment', () => {
    expect(sesOf('ses://eu-west-1', keys).credentials).toEqual({
      accessKeyId: 'KEY',
      secretAccessKey: 'SECRET',
      sessionToken: 'TOKEN',
    })
    expect(sesOf('ses://AKID:a%2Fb+c%40@eu-west-1', keys).credentials).toEqual({
      accessKeyId: 'AKID',
      secretAccessKey: 'a/b+c@',
    })
  })

  it('may have a configuration set', () => {
    expect(sesOf('ses://A:B@eu-west-1?configuration-set=bulk')).toMatchObject({ configurationSet: 'bulk' })
  })
})

describe('a transport', () => {
  const log = createLog('silent')
  // No connection is made.
  const database = openDatabase({ urls: [DATABASE_URL], poolSize: 1, log })
  afterAll(() => database.close())
  const objects = createObjectStore({ config: configOf({}), database, clock: systemClock, log })
  const create = (MAIL_TRANSPORT: string) =>
    createTransport({
      config: configOf({ MAIL_TRANSPORT }),
      publicUrl,
      database,
      objects,
      clock: systemClock,
      log,
      dns: createDns(),
    })

  it('has the name by which its rate is counted', () => {
    expect(create('inbox:').name).toBe('inbox')
    expect(create('smtp://relay.net').name).toBe('smtp:relay.net:587')
    expect(create('ses://KEY:SECRET@eu-west-1').name).toBe('ses:eu-west-1')
    expect(create('mx:').name).toBe('mx')
  })

  it.each([
    ['inbox:', true],
    ['smtp://relay.net', true],
    ['smtps://relay.net?sign=false', false],
    ['ses://eu-west-1', true],
    ['ses://eu-west-1?sign=false', false],
  ])('leaves the DKIM signature to others only if it says so: %s', (MAIL_TRANSPORT, expected) => {
    expect(isSigning({ MAIL_TRANSPORT })).toBe(expected)
  })
})
