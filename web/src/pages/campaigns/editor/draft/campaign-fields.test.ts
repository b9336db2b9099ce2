import { describe, expect, it } from 'vitest'
import { changesFrom, isSame, mergeSaved, problemsOf } from './campaign-fields.ts'
import { campaignFields as fields } from './fixtures/campaign-at.ts'

const filter = (leaf: object) => ({ operator: 'AND', conditions: [leaf] })

describe('the fields of a campaign', () => {
  it('are equal whatever the order of their keys', () => {
    const a = fields({ audienceFilter: filter({ field: 'email', operator: 'exists' }) })
    const b = fields({ audienceFilter: filter({ operator: 'exists', field: 'email' }) })
    expect(isSame(a, b)).toBe(true)
    expect(isSame(a, fields())).toBe(false)
  })

  it('are sent if they changed, with their mutually exclusive fields', () => {
    expect(changesFrom(fields(), fields({ subject: 'Other' }))).toEqual({ subject: 'Other' })
    const canary = { percent: 1, waitMinutes: 60 }
    expect(changesFrom(fields({ sendAtLocalTime: '09:00' }), fields({ canary }))).toEqual({
      canary,
      sendAtLocalTime: null,
      bestHour: null,
      variants: null,
      test: null,
      goal: null,
      holdout: null,
    })
  })

  it('keep the text typed during a save', () => {
    const [sent, saved] = [fields({ subject: 'a' }), fields({ subject: 'a', fromName: 'Acme' })]
    const typed = fields({ subject: 'ab' })
    expect(mergeSaved(typed, { sent, saved })).toEqual(fields({ subject: 'ab', fromName: 'Acme' }))
  })

  it('are validated by the rules of the server, by path', () => {
    expect(problemsOf(fields())).toEqual({})
    expect(Object.keys(problemsOf(fields({ subject: '', audienceType: 'SEGMENT' })))).toEqual([
      'subject',
      'segmentId',
    ])
    const variants = [{ subject: '', body: null, blocks: null }]
    const test = { share: 0.2, waitMinutes: 60, metric: 'clicks' as const }
    expect(problemsOf(fields({ variants, test }))).toHaveProperty(['variants.0.subject'])
  })
})
