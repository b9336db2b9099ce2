import { describe, expect, it } from 'vitest'
import { bounceMeaning } from './bounce-meaning.ts'

const meaningOf = (data: Record<string, unknown>, to = 'ann@example.net') =>
  bounceMeaning({ type: 'bounced', data }, to)

describe('the meaning of a bounce in the timeline', () => {
  it.each([
    ['a report', { class: 'soft', code: '5.2.2', reason: 'sorry', source: 'dsn' }],
    [
      'a reply',
      { class: 'soft', reason: 'sorry', reply: { code: 552, enhancedCode: '5.2.2', text: 'sorry' } },
    ],
  ])('is chosen by the code of %s', (_, data) => {
    expect(meaningOf(data)).toMatch(/^The mailbox is full\. /)
  })

  it('is known of an email whose contact was deleted, by the class alone', () => {
    expect(meaningOf({ class: 'hard' })).toBe(
      'The mailbox does not exist. Lettermill will not send to this address again.',
    )
  })

  it('does not announce a suppression of a test recipient', () => {
    expect(meaningOf({ class: 'hard' }, 'bounced@inbox.lettermill.test')).toBe(
      'The mailbox does not exist. This is a test recipient, so nothing else happens.',
    )
  })

  it.each([
    ['of another event', { type: 'failed', data: { class: 'hard' } }],
    ['without a class', { type: 'bounced', data: {} }],
    ['with a class of a later version', { type: 'bounced', data: { class: 'other' } }],
  ])('is left to the general text %s', (_, event) => {
    expect(bounceMeaning(event, 'ann@example.net')).toBeUndefined()
  })
})
