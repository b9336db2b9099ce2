import { describe, expect, it } from 'vitest'
import { countsAt, isAfter, placeAt, placeBehind, positionOf } from './place.ts'

const event = (name: string, at: number, id: string) => ({ name, at, id })

describe('the place of an event', () => {
  it('is after a moment of the same millisecond, and not after itself', () => {
    const position = positionOf(event('a', 5, '2'))
    expect(isAfter(position, { at: 5 })).toBe(true)
    expect(isAfter(position, position)).toBe(false)
    expect(isAfter(positionOf(event('b', 5, '3')), position)).toBe(true)
    expect(isAfter(positionOf(event('b', 4, '9')), position)).toBe(false)
  })

  it('follows what happens to an email: it is queued, sent and delivered', () => {
    const [queued, sent, delivered] = [
      positionOf(event('email.queued', 5, 'c')),
      positionOf(event('email.sent', 5, 'b')),
      positionOf(event('email.delivered', 5, 'a')),
    ]
    expect([isAfter(sent, queued), isAfter(delivered, sent), isAfter(queued, delivered)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('the place of an execution', () => {
  it('is after the event that it has consumed', () => {
    const place = placeBehind(placeAt({ at: 1 }), event('a', 5, '2'))
    expect(place.start).toEqual({ at: 1 })
    expect(countsAt(place, event('a', 5, '2'))).toBe(false)
    expect(countsAt(place, event('a', 4, '1'))).toBe(false)
    expect(countsAt(place, event('a', 6, '3'))).toBe(true)
  })

  it('remembers events that are not stored, which may be announced with a later time', () => {
    const place = placeBehind(
      placeBehind(placeAt({ at: 1 }), event('email.sent', 5, 's')),
      event('a', 6, '2'),
    )
    expect(countsAt(place, event('email.sent', 7, 's'))).toBe(false)
    expect(countsAt(place, event('email.sent', 7, 't'))).toBe(true)
  })
})
