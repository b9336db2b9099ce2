import { describe, expect, it } from 'vitest'
import { toContactData, toEventData } from './event-data.ts'

const DATA = {
  plan: 'pro',
  old: null,
  code: { value: 'X1', persistent: false },
  seats: { value: 3, persistent: true },
  own: { value: 1, persistent: false, more: true },
  list: [{ value: 1, persistent: false }],
}

describe('toEventData', () => {
  it('keeps everything, with wrapped values bare', () => {
    expect(toEventData({ data: DATA, isPublic: false })).toEqual({
      plan: 'pro',
      old: null,
      code: 'X1',
      seats: 3,
      own: { value: 1, persistent: false, more: true },
      list: [{ value: 1, persistent: false }],
    })
  })

  it.each(['secret', 'public', null, { value: 'secret', persistent: false }])(
    'says of a public key that it was one, whatever the caller says: %j',
    (via) => {
      expect(toEventData({ data: { plan: 'pro', via }, isPublic: true })).toEqual({
        plan: 'pro',
        via: 'public',
      })
    },
  )

  it('keeps the own "via" of a caller with a secret key, unless it claims to be ours', () => {
    expect(toEventData({ data: { via: 'shop' }, isPublic: false })).toEqual({ via: 'shop' })
    expect(toEventData({ data: { via: null }, isPublic: false })).toEqual({ via: null })
    expect(toEventData({ data: { via: 'public', a: 1 }, isPublic: false })).toEqual({ a: 1 })
    expect(toEventData({ data: { via: { value: 'public', persistent: true } }, isPublic: false })).toEqual({})
  })
})

describe('toContactData', () => {
  it('leaves out what stays on the event', () => {
    expect(toContactData(DATA)).toEqual({
      plan: 'pro',
      old: null,
      seats: 3,
      own: { value: 1, persistent: false, more: true },
      list: [{ value: 1, persistent: false }],
    })
  })
})
