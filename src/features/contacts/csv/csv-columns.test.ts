import { describe, expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { headerOf, mapColumns } from './csv-columns.ts'

const data = (key: string) => ({ to: 'data' as const, key })
const email = { to: 'email' as const }
const subscribed = { to: 'subscribed' as const }

function refusalOf(work: () => unknown): Record<string, string> {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) {
      return Object.fromEntries((error.fields ?? []).map(({ field, code }) => [field, code]))
    }
    throw error
  }
  throw new Error('nothing was refused')
}

describe('mapColumns without a map', () => {
  it('finds email and subscribed in any case, and keeps other headers as spelled', () => {
    expect(mapColumns(['E-Mail Me', 'EMAIL', 'Subscribed', 'First Name'])).toEqual([
      data('E-Mail Me'),
      email,
      subscribed,
      data('First Name'),
    ])
  })

  it('drops the blanks around a header', () => {
    expect(mapColumns([' email ', '\tcity '])).toEqual([email, data('city')])
  })

  it('skips a column without a name and one that reaches for the prototype', () => {
    expect(mapColumns(['email', '', '  ', '__proto__'])).toEqual([email, null, null, null])
  })

  it('keeps a key that is named like a member of every object', () => {
    expect(mapColumns(['email', 'constructor', 'toString'])).toEqual([
      email,
      data('constructor'),
      data('toString'),
    ])
  })

  it('takes off the guard that an export put before a header', () => {
    expect(mapColumns(['email', "'=sum", "''+x"])).toEqual([email, data('=sum'), data("'+x")])
  })

  it('reads every header that an export writes for a key as that key', () => {
    const keys = [
      'email',
      'Subscribed',
      'subscriptionState',
      'SubscriptionState',
      'data.subscriptionState',
      'pausedUntil',
      'PausedUntil',
      'data.pausedUntil',
      'data.email',
      'data.DATA.email',
      'data.plan',
      'plan',
      'data',
      '*',
      'data.*',
      'data.data.*',
    ]
    expect(mapColumns(['email', ...keys.map(headerOf)])).toEqual([email, ...keys.map(data)])
  })

  it('knows subscriptionState and pausedUntil only as exports spell them', () => {
    const headers = ['email', 'subscriptionState', 'SubscriptionState', 'pausedUntil', 'paused until']
    expect(mapColumns(headers)).toEqual([
      email,
      { to: 'state' },
      data('SubscriptionState'),
      { to: 'pause' },
      data('paused until'),
    ])
  })

  it('reads the column data.* as a JSON object of keys, and a column data as the key of that name', () => {
    expect(mapColumns(['email', 'data.*', 'data'])).toEqual([email, { to: 'rest' }, data('data')])
  })

  it('refuses a file without an address column', () => {
    expect(refusalOf(() => mapColumns(['mail', 'name']))).toEqual({ map: 'required' })
  })

  it('refuses a file with two address columns', () => {
    expect(refusalOf(() => mapColumns(['email', 'Email']))).toEqual({ map: 'custom' })
  })
})

describe('mapColumns with a map', () => {
  it('follows the map and keeps the default of headers that it leaves out', () => {
    const map = {
      'E-Mail': 'email',
      News: 'subscribed',
      State: 'subscriptionState',
      Town: 'data.city',
      Notes: null,
    }
    expect(mapColumns(['E-Mail', 'News', 'State', 'Town', 'Notes', 'Plan'], map)).toEqual([
      email,
      subscribed,
      { to: 'state' },
      data('city'),
      null,
      data('Plan'),
    ])
  })

  it('lets the map take the name email away from a column', () => {
    const map = { Email: 'data.old address', Work: 'email' }
    expect(mapColumns(['Email', 'Work'], map)).toEqual([data('old address'), email])
  })

  it('takes any column for a JSON object of keys', () => {
    expect(mapColumns(['email', 'extra'], { extra: 'data.*' })).toEqual([email, { to: 'rest' }])
  })

  it('keeps dots inside a key', () => {
    expect(mapColumns(['email', 'x'], { x: 'data.a.b' })).toEqual([email, data('a.b')])
  })

  it('refuses every header that the file does not have', () => {
    expect(refusalOf(() => mapColumns(['email'], { Town: 'data.city', Plan: null }))).toEqual({
      'map.Town': 'custom',
      'map.Plan': 'custom',
    })
  })

  it('refuses two address columns', () => {
    expect(refusalOf(() => mapColumns(['email', 'Work'], { Work: 'email' }))).toEqual({ map: 'custom' })
  })

  it('refuses a map that leaves no address column', () => {
    expect(refusalOf(() => mapColumns(['email', 'name'], { email: null }))).toEqual({ map: 'required' })
  })

  it('does not take what every object has for an entry of the map', () => {
    expect(mapColumns(['email', 'valueOf'], {})).toEqual([email, data('valueOf')])
  })
})
