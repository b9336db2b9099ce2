import { describe, expect, it } from 'vitest'
import type { Statistics } from '../../../api/sending/workflows.ts'
import { TRIGGER } from './definition.ts'
import type { DraftStep } from './definition.ts'
import { edgeId } from './canvas-edges.ts'
import { funnelOf } from './funnel.ts'

const NONE = { waiting: 0, passed: 0, failed: 0, left: 0, email: null }
const count = (stepId: string, type: string, figures: object) => ({ ...NONE, stepId, type, ...figures })

const statisticsOf = (...steps: Statistics['steps']): Statistics => ({ steps }) as unknown as Statistics

const wait = (id: string, next: string | null): DraftStep => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next,
})
const ask = (id: string, next: Record<string, string | null>): DraftStep => ({
  id,
  type: 'CONDITION',
  config: { filters: { operator: 'AND', conditions: [] } },
  next,
})

describe('the way of contacts through a workflow', () => {
  it('counts who entered, is there and left', () => {
    const { cards } = funnelOf(
      [wait('a', 'b')],
      statisticsOf(
        count('a', 'DELAY', { waiting: 2, passed: 10, failed: 1, left: 3 }),
        count('b', 'EXIT', { passed: 9, left: 9 }),
      ),
    )
    expect(cards.get('a')).toEqual({ entered: 16, here: 3, left: 3, email: null })
    expect(cards.get('b')).toMatchObject({ entered: 9 })
  })

  it('has the share of each way, and the rest for the last', () => {
    const steps = [ask('q', { yes: 'a', no: null }), wait('a', null)]
    const { edges } = funnelOf(
      steps,
      statisticsOf(count('q', 'CONDITION', { passed: 8 }), count('a', 'DELAY', { waiting: 1, passed: 5 })),
    )
    expect(edges.get(edgeId(TRIGGER, undefined))).toEqual({ count: 8, share: 1 })
    expect(edges.get(edgeId('q', 'yes'))).toEqual({ count: 6, share: 0.75 })
    expect(edges.get(edgeId('q', 'no'))).toEqual({ count: 2, share: 0.25 })
    expect(edges.get(edgeId('a', undefined))).toEqual({ count: 5, share: 1 })
  })

  it('has no figure for two ways that meet at once, and none for steps that are not saved', () => {
    const steps = [ask('q', { yes: 'a', no: 'a' }), wait('a', 'new'), wait('new', null)]
    const { edges, cards } = funnelOf(
      steps,
      statisticsOf(count('q', 'CONDITION', { passed: 8 }), count('a', 'DELAY', { passed: 8 })),
    )
    expect(edges.has(edgeId('q', 'yes'))).toBe(false)
    expect(edges.get(edgeId('a', undefined))).toEqual({ count: 8, share: 1 })
    expect(edges.has(edgeId('new', undefined))).toBe(false)
    expect(cards.has('new')).toBe(false)
  })
})
