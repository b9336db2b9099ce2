import { describe, expect, it } from 'vitest'
import { placeOf } from './problem-places.ts'

describe('the place of a problem', () => {
  it.each([
    ['audienceFilter', { step: 'audience', name: 'audience' }],
    ['topic', { step: 'audience', name: 'audience' }],
    ['body', { step: 'content', name: 'content' }],
    ['variants.1.body', { step: 'content', variant: 'C', name: 'content' }],
    ['from', { step: 'content', pane: 'settings', name: 'settings' }],
    ['test.metric', { step: 'content', pane: 'settings', name: 'settings' }],
  ])('of %s is where it is edited', (field, place) => {
    expect(placeOf(field)).toEqual(place)
  })
})
