import { describe, expect, it } from 'vitest'
import { TransportCreate, TransportPatch } from '../../../../src/features/transports/transports.schema.ts'
import {
  createBody,
  fieldsOf,
  needsPassword,
  NEW_TRANSPORT,
  patchBody,
  withPort,
  withTls,
} from './transport-fields.ts'
import type { TransportFields } from './transport-fields.ts'

const FIELDS: TransportFields = { ...NEW_TRANSPORT, name: 'Relay', host: 'smtp.example.com' }

const STORED = fieldsOf({
  id: '1',
  name: 'Relay',
  type: 'smtp',
  settings: {
    host: 'smtp.example.com',
    port: 587,
    tls: 'required',
    user: 'shop',
    hasPassword: true,
    oauth2: null,
    verifyCertificate: true,
    sign: true,
    provider: null,
  },
  ratePerSecond: 14,
  maxConnections: 10,
  isDefault: false,
  domains: [],
  state: { status: 'working', lastError: null, since: null },
  createdAt: '2026-02-02T11:04:27.552Z',
  updatedAt: '2026-02-02T11:04:27.552Z',
})

describe('the body of a new transport', () => {
  it('leaves to the server what was not filled in', () => {
    const body = createBody({ ...FIELDS, name: ' Relay ', port: '' })
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
    const body = createBody({ ...FIELDS, port: '2525', ratePerSecond: '0.5', user: 'shop', password: ' a ' })
    expect(body).toMatchObject({
      ratePerSecond: 0.5,
      settings: { port: 2525, user: 'shop', password: ' a ' },
    })
  })

  it('is refused by the schema if a number is not one', () => {
    expect(TransportCreate.safeParse(createBody({ ...FIELDS, port: 'smtp' })).success).toBe(false)
  })
})

describe('the body of a change', () => {
  it('is empty if nothing was changed', () => {
    expect(patchBody(STORED, STORED)).toEqual({})
  })

  it('has the changed fields only', () => {
    const changed = { ...STORED, name: 'Other', host: 'smtp.other.example', password: 'sesame', user: '' }
    expect(patchBody(changed, STORED)).toEqual({
      name: 'Other',
      settings: { host: 'smtp.other.example', password: 'sesame', user: null },
    })
  })

  it('is refused by the schema if a number was emptied', () => {
    const body = patchBody({ ...STORED, ratePerSecond: '', port: '' }, STORED)
    const { error } = TransportPatch.safeParse(body)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['settings.port', 'ratePerSecond'])
  })
})

describe('the stored password', () => {
  it.each([{ host: 'other.example' }, { port: '2525' }, { user: 'other' }, { verifyCertificate: false }])(
    'is needed again after %j',
    (change) => expect(needsPassword({ ...STORED, ...change }, STORED)).toBe(true),
  )

  it.each([{ name: 'Other' }, { sign: false }, { user: '' }])('is not needed after %j', (change) =>
    expect(needsPassword({ ...STORED, ...change }, STORED)).toBe(false),
  )

  it('is not needed where there is none', () => {
    expect(needsPassword({ ...FIELDS, host: 'other.example', user: 'shop' }, FIELDS)).toBe(false)
  })
})

describe('port and encryption', () => {
  it('follow each other between the usual ports', () => {
    expect(withPort(FIELDS, '465')).toMatchObject({ port: '465', tls: 'implicit' })
    expect(withPort({ ...FIELDS, tls: 'implicit' }, '587')).toMatchObject({ port: '587', tls: 'required' })
    expect(withTls(FIELDS, 'implicit')).toMatchObject({ port: '465', tls: 'implicit' })
    expect(withTls({ ...FIELDS, port: '465' }, 'required')).toMatchObject({ port: '587', tls: 'required' })
  })

  it('are left alone at other ports', () => {
    expect(withTls({ ...FIELDS, port: '2525' }, 'implicit')).toMatchObject({ port: '2525', tls: 'implicit' })
    expect(withPort({ ...FIELDS, tls: 'opportunistic' }, '587')).toMatchObject({ tls: 'opportunistic' })
  })
})
