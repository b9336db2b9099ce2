import { describe, expect, it } from 'vitest'
import { providerEvent, toFeedback } from './provider-event.ts'

const complaint = (feedbackType?: string) =>
  toFeedback(
    providerEvent({
      kind: 'complained',
      recipient: 'ann@example.net',
      ...(feedbackType !== undefined && { feedbackType }),
    }),
  )

describe('a complaint that a provider reports', () => {
  it.each(['abuse', 'fraud', 'Virus', undefined])('is final with the type %s', (type) => {
    expect(complaint(type)).toMatchObject({ kind: 'complaint', recipients: [{ isFinal: true }] })
  })

  it.each(['not-spam', 'auth-failure'])('of type %s is not that of a person', (type) => {
    expect(complaint(type)).toMatchObject({ feedbackType: type, recipients: [{ isFinal: false }] })
  })
})
