import { describe, expect, it } from 'vitest'
import { TransportCreate, TransportPatch } from '../../../../../src/features/transports/transports.schema.ts'
import type { Transport } from '../../../api/connections/transports.ts'
import { serviceOf, withService } from './oauth-fields.ts'
import { receiversOf } from './mx-fields.ts'
import type { MxFields } from './mx-fields.ts'
import { needsSecretKey } from './ses-fields.ts'
import type { SesFields } from './ses-fields.ts'
import { needsSecrets, withPort, withTls } from './smtp-fields.ts'
import type { SmtpFields } from './smtp-fields.ts'
import { createBody, fieldsOf, NEW_TRANSPORT, patchBody } from './transport-fields.ts'
import type { TransportFields } from './transport-fields.ts'

const SMTP: SmtpFields = { ...NEW_TRANSPORT.smtp, host: 'smtp.example.com' }
const FIELDS: TransportFields = { ...NEW_TRANSPORT, name: 'Relay', smtp: SMTP }

const SETTINGS = {
  host: 'smtp.example.com',
  port: 587,
  tls: 'required' as const,
  user: 'shop',
  hasPassword: true,
  oauth2: null,
  verifyCertificate: true,
  sign: true,
  provider: null,
}

const RECORD = {
  id: '1',
  name: 'Relay',
  ratePerSecond: 14,
  maxConnections: 10,
  isDefault: false,
  domains: [],
  state: { status: 'working' as const, lastError: null, since: null },
  createdAt: '2026-02-02T11:04:27.552Z',
  updatedAt: '2026-02-02T11:04:27.552Z',
} satisfies Partial<Transport>

const STORED = fieldsOf({ ...RECORD, type: 'smtp', settings: SETTINGS })

const TOKENS = { tokenUrl: 'https://oauth2.googleapis.com/token', clientId: 'app', scope: null }
const STORED_OAUTH = fieldsOf({
  ...RECORD,
  type: 'smtp',
  settings: { ...SETTINGS, hasPassword: false, oauth2: TOKENS },
})

const STORED_SES = fieldsOf({
  ...RECORD,
  type: 'ses',
  settings: {
    region: 'eu-west-1',
    accessKeyId: 'AKID',
    configurationSet: 'bulk',
    endpoint: null,
    sign: true,
  },
})

const STORED_MX = fieldsOf({
  ...RECORD,
  type: 'mx',
  settings: {
    port: 25,
    localAddresses: ['192.0.2.1', '192.0.2.2'],
    warmUp: true,
    limits: { google: { connections: 10 }, others: { connections: 2, perMinute: 60 } },
  },
})

/** With other fields of its relay. */
const smtp = (fields: TransportFields, changes: Partial<SmtpFields>): TransportFields => ({
  ...fields,
  smtp: { ...fields.smtp, ...changes },
})
const ses = (fields: TransportFields, changes: Partial<SesFields>): TransportFields => ({
  ...fields,
  ses: { ...fields.ses, ...changes },
})
const mx = (fields: TransportFields, changes: Partial<MxFields>): TransportFields => ({
  ...fields,
  mx: { ...fields.mx, ...changes },
})

describe('the body of a new transport', () => {
  it('leaves to the server what was not filled in', () => {
    const body = createBody(smtp({ ...FIELDS, name: ' Relay ' }, { port: '' }))
    expect(TransportCreate.parse(body)).toEqual({
      name: 'Relay',
      type: 'smtp',
      settings: {
        host: 'smtp.example.com',
        port: null,
        tls: 'required',
        user: null,
        password: null,
        verifyCertificate: true,
        sign: true,
        provider: null,
      },
      ratePerSecond: null,
      maxConnections: null,
      isDefault: false,
    })
  })

  it('has numbers where texts were typed, and keeps every character of the password', () => {
    const body = createBody(
      smtp({ ...FIELDS, ratePerSecond: '0.5' }, { port: '2525', user: 'shop', password: ' a ' }),
    )
    expect(body).toMatchObject({
      ratePerSecond: 0.5,
      settings: { port: 2525, user: 'shop', password: ' a ' },
    })
  })

  it('is refused by the schema if a number is not one', () => {
    expect(TransportCreate.safeParse(createBody(smtp(FIELDS, { port: 'smtp' }))).success).toBe(false)
  })
})

describe('the body of a change', () => {
  it('is empty if nothing was changed', () => {
    expect(patchBody(STORED, STORED)).toEqual({})
  })

  it('has the changed fields only', () => {
    const changed = smtp(STORED, { host: 'smtp.other.example', password: 'sesame', user: '' })
    expect(patchBody({ ...changed, name: 'Other' }, STORED)).toEqual({
      name: 'Other',
      settings: { host: 'smtp.other.example', password: 'sesame', user: null },
    })
  })

  it('is refused by the schema if a number was emptied', () => {
    const body = patchBody(smtp({ ...STORED, ratePerSecond: '' }, { port: '' }), STORED)
    const { error } = TransportPatch.safeParse(body)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['settings.port', 'ratePerSecond'])
  })
})

describe('OAuth 2', () => {
  const oauth2 = { ...SMTP.oauth2, tokenUrl: TOKENS.tokenUrl, clientId: 'app', clientSecret: 'hush' }

  it('replaces the password of a new relay', () => {
    const body = createBody(smtp(FIELDS, { signIn: 'oauth2', user: 'me@example.com', password: 'x', oauth2 }))
    expect(TransportCreate.parse(body).settings).toMatchObject({
      user: 'me@example.com',
      oauth2: { ...TOKENS, clientSecret: 'hush', refreshToken: null },
    })
    expect(body.settings).not.toHaveProperty('password')
  })

  it('replaces a stored password, and is replaced by one', () => {
    expect(patchBody(smtp(STORED, { signIn: 'oauth2', oauth2 }), STORED)).toMatchObject({
      settings: { oauth2: { clientSecret: 'hush' } },
    })
    const back = smtp(STORED_OAUTH, { signIn: 'password', password: 'sesame' })
    expect(patchBody(back, STORED_OAUTH)).toEqual({ settings: { oauth2: null, password: 'sesame' } })
  })

  it('keeps its secrets unless the server or its own fields change', () => {
    const renamed = { ...STORED_OAUTH, name: 'Other' }
    expect(patchBody(renamed, STORED_OAUTH)).toEqual({ name: 'Other' })
    for (const changed of [
      smtp(STORED_OAUTH, { host: 'smtp.gmail.com' }),
      smtp(STORED_OAUTH, { oauth2: { ...STORED_OAUTH.smtp.oauth2, clientId: 'other' } }),
    ]) {
      const { error } = TransportPatch.safeParse(patchBody(changed, STORED_OAUTH))
      expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['settings.oauth2.clientSecret'])
    }
  })

  it.each(['microsoft', 'google', 'other'] as const)('knows the URL of %s', (service) => {
    expect(serviceOf(withService(oauth2, service))).toBe(service)
  })
})

describe('an account at SES', () => {
  it('is created with its key', () => {
    const fields = ses(
      { ...NEW_TRANSPORT, name: 'SES', type: 'ses' },
      { region: ' eu-west-1 ', accessKeyId: 'AKID', secretAccessKey: ' secret ' },
    )
    expect(TransportCreate.parse(createBody(fields))).toMatchObject({
      type: 'ses',
      settings: {
        region: 'eu-west-1',
        accessKeyId: 'AKID',
        secretAccessKey: 'secret',
        configurationSet: null,
        endpoint: null,
        sign: true,
      },
    })
  })

  it('is changed by the changed fields only', () => {
    expect(patchBody(STORED_SES, STORED_SES)).toEqual({})
    expect(patchBody(ses(STORED_SES, { configurationSet: '' }), STORED_SES)).toEqual({
      settings: { configurationSet: null },
    })
  })

  it.each([
    [{ region: 'eu-central-1' }, true],
    [{ accessKeyId: 'OTHER' }, true],
    [{ endpoint: 'https://vpce.example.com' }, true],
    [{ sign: false, configurationSet: '' }, false],
  ])('needs its secret key again after %j: %j', (change, isNeeded) => {
    expect(needsSecretKey({ ...STORED_SES.ses, ...change }, STORED_SES.ses)).toBe(isNeeded)
  })
})

describe('own delivery', () => {
  const NEW: TransportFields = { ...NEW_TRANSPORT, name: 'Own', type: 'mx' }

  it('is created with the usual settings', () => {
    expect(TransportCreate.parse(createBody(NEW))).toMatchObject({
      type: 'mx',
      settings: { port: 25, localAddresses: [], warmUp: false, limits: {} },
    })
  })

  it('takes addresses in lines or with commas, and only limits that were filled in', () => {
    const fields = mx(NEW, {
      localAddresses: '192.0.2.1, 192.0.2.2\n\n 2001:db8::1 ',
      limits: {
        google: { connections: '5', perMinute: '' },
        yahoo: { connections: '', perMinute: ' ' },
        others: { connections: ' 2', perMinute: '30' },
      },
    })
    expect(TransportCreate.parse(createBody(fields)).settings).toMatchObject({
      localAddresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
      limits: { google: { connections: 5 }, others: { connections: 2, perMinute: 30 } },
    })
  })

  it('names the limit that is not a number', () => {
    const fields = mx(NEW, { limits: { google: { connections: 'ten', perMinute: '0' } } })
    const { error } = TransportCreate.safeParse(createBody(fields))
    expect(error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['settings.limits.google.connections', 'invalid_type'],
      ['settings.limits.google.perMinute', 'too_small'],
    ])
  })

  it('is changed by the changed fields only, of which all limits are one', () => {
    expect(patchBody(STORED_MX, STORED_MX)).toEqual({})
    expect(patchBody(mx(STORED_MX, { localAddresses: '192.0.2.1' }), STORED_MX)).toEqual({
      settings: { localAddresses: ['192.0.2.1'] },
    })
    const { others: _, ...limits } = STORED_MX.mx.limits
    expect(patchBody(mx(STORED_MX, { limits }), STORED_MX)).toEqual({
      settings: { limits: { google: { connections: 10 } } },
    })
  })

  it('leaves the limits alone when a receiver was added without any', () => {
    const limits = { ...STORED_MX.mx.limits, yahoo: { connections: '', perMinute: '' } }
    expect(patchBody(mx(STORED_MX, { limits }), STORED_MX)).toEqual({})
  })

  it('tells receivers with limits of their own from the others', () => {
    const { changed, usual } = receiversOf(STORED_MX.mx)
    expect(changed).toEqual(['google', 'others'])
    expect(usual).toContain('yahoo')
    expect(usual).not.toContain('google')
  })
})

describe('the stored password', () => {
  it.each([{ host: 'other.example' }, { port: '2525' }, { user: 'other' }, { verifyCertificate: false }])(
    'is needed again after %j',
    (change) => expect(needsSecrets({ ...STORED.smtp, ...change }, STORED.smtp)).toBe(true),
  )

  it.each([{ sign: false }, { user: '' }])('is not needed after %j', (change) =>
    expect(needsSecrets({ ...STORED.smtp, ...change }, STORED.smtp)).toBe(false),
  )

  it('is not needed where there is none', () => {
    expect(needsSecrets({ ...SMTP, host: 'other.example', user: 'shop' }, SMTP)).toBe(false)
  })
})

describe('port and encryption', () => {
  it('follow each other between the usual ports', () => {
    expect(withPort(SMTP, '465')).toMatchObject({ port: '465', tls: 'implicit' })
    expect(withPort({ ...SMTP, tls: 'implicit' }, '587')).toMatchObject({ port: '587', tls: 'required' })
    expect(withTls(SMTP, 'implicit')).toMatchObject({ port: '465', tls: 'implicit' })
    expect(withTls({ ...SMTP, port: '465' }, 'required')).toMatchObject({ port: '587', tls: 'required' })
  })

  it('are left alone at other ports', () => {
    expect(withTls({ ...SMTP, port: '2525' }, 'implicit')).toMatchObject({ port: '2525', tls: 'implicit' })
    expect(withPort({ ...SMTP, tls: 'opportunistic' }, '587')).toMatchObject({ tls: 'opportunistic' })
  })
})
