import { describe, expect, it } from 'vitest'
import type { Feedback, FeedbackRecipient } from '../../platform/email/feedback/feedback.ts'
import { effectOf, isAlreadyApplied } from './feedback-effect.ts'
import type { Effect, RecordedEffect } from './feedback-effect.ts'

const ANN = 'ann@example.net'

const recipient = (overrides: Partial<FeedbackRecipient> = {}): FeedbackRecipient => ({
  address: ANN,
  class: 'hard',
  code: '5.1.1',
  reason: 'User unknown',
  action: 'failed',
  isFinal: true,
  ...overrides,
})
const feedback = (overrides: Partial<Feedback> = {}): Feedback => ({
  kind: 'bounce',
  recipients: [recipient()],
  originalMessageId: null,
  originalSenders: [],
  reportedTo: null,
  feedbackType: null,
  ...overrides,
})

describe('the effect of a report', () => {
  it('ends an email that was refused for good', () => {
    expect(effectOf(feedback(), ANN)).toEqual({
      type: 'bounced',
      class: 'hard',
      code: '5.1.1',
      reason: 'User unknown',
    })
  })

  it('is only noted while the server still tries', () => {
    const recipients = [recipient({ action: 'delayed', isFinal: false, class: 'soft' })]
    expect(effectOf(feedback({ recipients }), ANN)).toMatchObject({ type: 'delayed' })
  })

  it('is about our recipient where several are named', () => {
    const recipients = [
      recipient({ address: 'bob@example.net', reason: 'about Bob' }),
      recipient({ class: 'soft', reason: 'about Ann' }),
    ]
    expect(effectOf(feedback({ recipients }), ANN)).toMatchObject({ class: 'soft', reason: 'about Ann' })
  })

  it('is about the first where ours is not among them, as after a redirection', () => {
    const recipients = [
      recipient({ address: 'bob@example.net' }),
      recipient({ address: null, class: 'soft' }),
    ]
    expect(effectOf(feedback({ recipients }), ANN)).toMatchObject({ class: 'hard' })
  })

  it('is nothing for our recipient when only another failed', () => {
    const recipients = [
      recipient({ address: 'bob@example.net' }),
      recipient({ action: 'delivered', isFinal: false }),
    ]
    expect(effectOf(feedback({ recipients }), ANN)).toBeUndefined()
  })

  it.each(['abuse', 'fraud', 'virus', 'other', null])('is a complaint for the type %s', (feedbackType) => {
    expect(effectOf(feedback({ kind: 'complaint', feedbackType }), ANN)).toMatchObject({
      type: 'complained',
      feedbackType,
    })
  })

  it.each(['opt-out', 'opt-out-list', 'optout', 'unsubscribe'])(
    'is an unsubscription for the type %s',
    (feedbackType) => {
      expect(effectOf(feedback({ kind: 'complaint', feedbackType }), ANN)).toMatchObject({
        type: 'unsubscribed',
      })
    },
  )

  it('is nothing for a report that is not a complaint', () => {
    const recipients = [recipient({ isFinal: false })]
    const notSpam = feedback({ kind: 'complaint', feedbackType: 'not-spam', recipients })
    expect(effectOf(notSpam, ANN)).toBeUndefined()
  })

  it.each(['auto-reply', 'other'] as const)('is nothing for what is %s', (kind) => {
    expect(effectOf(feedback({ kind }), ANN)).toBeUndefined()
    expect(effectOf(feedback({ kind, recipients: [] }), ANN)).toBeUndefined()
  })
})

describe('a report that came before', () => {
  const bounced = (verdict: 'hard' | 'soft' | 'policy'): Effect => ({
    type: 'bounced',
    class: verdict,
    code: null,
    reason: '',
  })

  it.each<{ what: string; effect: Effect; noted: RecordedEffect; expected: boolean }>([
    { what: 'the same', effect: bounced('soft'), noted: { type: 'bounced', class: 'soft' }, expected: true },
    {
      what: 'a worse one',
      effect: bounced('hard'),
      noted: { type: 'bounced', class: 'soft' },
      expected: false,
    },
    {
      what: 'a milder one',
      effect: bounced('soft'),
      noted: { type: 'bounced', class: 'hard' },
      expected: true,
    },
    {
      what: 'one of another kind',
      effect: bounced('hard'),
      noted: { type: 'complained', class: null },
      expected: false,
    },
    {
      what: 'a second complaint',
      effect: { type: 'complained', feedbackType: 'abuse', reason: '' },
      noted: { type: 'complained', class: null },
      expected: true,
    },
  ])('is known, or news: $what', ({ effect, noted, expected }) => {
    expect(isAlreadyApplied(effect, [noted])).toBe(expected)
  })

  it('is none where nothing is on record', () => {
    expect(isAlreadyApplied(bounced('hard'), [])).toBe(false)
  })
})
