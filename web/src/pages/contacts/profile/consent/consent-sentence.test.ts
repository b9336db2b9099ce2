import { describe, expect, it } from 'vitest'
import { consentSentence, sinceOf } from './consent-sentence.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const TOPICS = [
  { key: 'news', name: 'News', optIn: 'implied' as const },
  { key: 'offers', name: 'Offers', optIn: 'explicit' as const },
]
const SUBSCRIBED = {
  subscriptionState: 'SUBSCRIBED' as const,
  subscribed: true,
  topics: {},
  pausedUntil: null,
}

const sentence = (
  contact: object,
  { topics = TOPICS, since }: { topics?: typeof TOPICS; since?: string } = {},
) => consentSentence({ contact: { ...SUBSCRIBED, ...contact }, topics, since, now: NOW })

describe('the sentence about consent', () => {
  it('says since when, and for which topics', () => {
    expect(sentence({}, { since: '2026-02-02T12:00:00Z' })).toBe(
      'Yes: subscribed since Feb 2, 2026, in News.',
    )
    expect(sentence({ topics: { offers: true } })).toBe('Yes: subscribed, in News and Offers.')
    expect(sentence({ topics: { news: false } })).toBe('Yes: subscribed, but in no topic.')
    expect(sentence({}, { topics: [] })).toBe('Yes: subscribed.')
  })

  it('says until when the person has paused', () => {
    expect(sentence({ pausedUntil: '2026-04-01T12:00:00Z' }, { topics: [] })).toBe(
      'Yes: subscribed; paused until Apr 1, 2026.',
    )
    expect(sentence({ pausedUntil: '2026-02-01T12:00:00Z' }, { topics: [] })).toBe('Yes: subscribed.')
  })

  it('says why not, whatever topics were chosen', () => {
    const not = (subscriptionState: string, since?: string) =>
      sentence(
        { subscriptionState, subscribed: false, topics: { news: true } },
        since === undefined ? {} : { since },
      )
    expect(not('PENDING', '2026-02-02T12:00:00Z')).toMatch(/^Not yet: asked to confirm on Feb 2, 2026, .+\.$/)
    expect(not('PENDING')).toMatch(/^Not yet: asked to confirm, .+\.$/)
    expect(not('LEFT', '2026-02-02T12:00:00Z')).toMatch(/^No: unsubscribed on Feb 2, 2026, .+\.$/)
    expect(not('NEVER_ASKED')).toMatch(/^No: .+never asked about marketing email\.$/)
  })
})

describe('the beginning of a subscription state', () => {
  const topic = { what: 'topic' as const, after: 'OUT' as const, at: '2026-02-03T12:00:00Z' }
  const left = { what: 'subscription' as const, after: 'LEFT' as const, at: '2026-02-02T12:00:00Z' }

  it('is the last change of it', () => {
    expect(sinceOf({ subscriptionState: 'LEFT' }, [topic, left])).toBe(left.at)
  })

  it('is unknown if the last change led elsewhere, or there is none', () => {
    expect(sinceOf({ subscriptionState: 'SUBSCRIBED' }, [topic, left])).toBeUndefined()
    expect(sinceOf({ subscriptionState: 'LEFT' }, [topic])).toBeUndefined()
  })
})
