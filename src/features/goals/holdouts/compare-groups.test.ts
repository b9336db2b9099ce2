import { describe, expect, it } from 'vitest'
import { compareGroups, groupFigures } from './compare-groups.ts'
import type { ComparisonInput, Group } from './compare-groups.ts'

const group = (people: number, conversions: number): Group => ({ people, conversions, value: null })

const compare = (heldBack: Group, others: Group, rest: Partial<ComparisonInput> = {}) =>
  compareGroups({ heldBack, others, percent: 10, isOver: true, reading: 'once', ...rest })

describe('the comparison of two groups', () => {
  it('says that it helped once the whole interval is above zero', () => {
    const { verdict, reason, lift, explanation } = compare(group(1_000, 30), group(9_000, 450))
    expect({ verdict, reason }).toEqual({ verdict: 'helped', reason: null })
    expect(explanation).toContain('It helped')
    expect(lift?.by).toBeCloseTo(0.02)
    expect(lift?.from).toBeGreaterThan(0)
    expect(lift?.relative).toBeCloseTo(2 / 3)
    expect(lift?.extraConversions).toBeCloseTo(180)
  })

  it('says that it hurt once the whole interval is below zero', () => {
    expect(compare(group(1_000, 80), group(9_000, 450)).verdict).toBe('hurt')
  })

  it('shows no difference otherwise, with the interval that may hide one', () => {
    const { verdict, lift } = compare(group(1_000, 50), group(9_000, 459))
    expect(verdict).toBe('noDifference')
    expect(lift?.from).toBeLessThan(0)
    expect(lift?.to).toBeGreaterThan(0)
  })

  it.each([
    ['nobody', group(0, 0), group(100, 50), {}],
    ['nobody', group(10, 5), group(0, 0), {}],
    ['windowOpen', group(1_000, 30), group(9_000, 450), { isOver: false }],
    ['fewConversions', group(1_000, 0), group(9_000, 40), {}],
    ['fewConversions', group(0, 0), group(0, 0), { reading: 'anyDay' }],
  ] as const)('is too early: %s', (...[reason, heldBack, others, rest]) => {
    const expected = heldBack.people + others.people === 0 ? 'nobody' : reason
    expect(compare(heldBack, others, rest)).toMatchObject({ verdict: 'tooEarly', reason: expected })
  })

  it('has no relative lift if nobody converted without it, and is not too early for that', () => {
    const { verdict, lift } = compare(group(1_000, 0), group(9_000, 450))
    expect(verdict).toBe('helped')
    expect(lift?.relative).toBeNull()
  })

  it('asks for more if it may be read on any day', () => {
    const [heldBack, others] = [group(1_000, 35), group(9_000, 450)]
    expect(compare(heldBack, others).verdict).toBe('helped')
    expect(compare(heldBack, others, { reading: 'anyDay' })).toMatchObject({
      verdict: 'noDifference',
      lift: { confidence: 0.997 },
    })
  })

  it('has values per person only with a value field', () => {
    expect(groupFigures({ people: 4, conversions: 1, value: 10 })).toMatchObject({ valuePerPerson: 2.5 })
    expect(groupFigures(group(4, 1))).toMatchObject({ valuePerPerson: null, goalValue: 0 })
    expect(groupFigures({ people: 0, conversions: 0, value: 0 })).toMatchObject({
      valuePerPerson: null,
      rate: 0,
    })
  })
})

describe('the check of the split', () => {
  it.each([
    [group(1_000, 0), group(9_000, 0), { ok: true, actual: 10, asked: 10 }],
    [group(1_090, 0), group(8_910, 0), { ok: true, actual: 10.9 }],
    [group(1_100, 0), group(8_900, 0), { ok: false, actual: 11 }],
    [group(900, 0), group(9_100, 0), { ok: false, actual: 9 }],
    [group(9, 0), group(90, 0), { ok: null, actual: 9.09 }],
    [group(0, 0), group(0, 0), { ok: null, actual: null }],
  ])('of %j and %j', (...[heldBack, others, split]) => {
    expect(compare(heldBack, others).split).toMatchObject(split)
  })

  it('says what to look at', () => {
    const { explanation } = compare(group(2_000, 0), group(8_000, 0)).split
    expect(explanation).toContain('20 % instead of 10 %')
    expect(explanation).toContain('Do not trust the comparison')
  })
})

/** Numbers from 0 to 1, equal in every run (Park and Miller). */
function createRandom(): () => number {
  let state = 7
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

describe('a comparison that is read every day', () => {
  const DAYS = 365
  const WORKFLOWS = 300

  /** How many of them get a verdict on some day, although the workflow makes no difference. */
  function falseVerdicts(reading: ComparisonInput['reading']): number {
    const random = createRandom()
    const draw = (people: number) => {
      let count = 0
      for (let person = 0; person < people; person += 1) if (random() < 0.1) count += 1
      return count
    }
    let wrong = 0
    for (let workflow = 0; workflow < WORKFLOWS; workflow += 1) {
      let [heldBack, others] = [group(0, 0), group(0, 0)]
      for (let day = 0; day < DAYS; day += 1) {
        heldBack = group(heldBack.people + 5, heldBack.conversions + draw(5))
        others = group(others.people + 20, others.conversions + draw(20))
        const { verdict } = compare(heldBack, others, { reading, percent: 20 })
        if (verdict === 'helped' || verdict === 'hurt') {
          wrong += 1
          break
        }
      }
    }
    return wrong / WORKFLOWS
  }

  it('is wrong in about one of twenty cases, and would be in a third with the usual interval', () => {
    expect(falseVerdicts('anyDay')).toBeLessThan(0.06)
    expect(falseVerdicts('once')).toBeGreaterThan(0.25)
  })
})
