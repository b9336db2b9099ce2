import { describe, expect, it } from 'vitest'
import { WITH_OUR_MESSAGES } from '../../platform/schemas/validation-messages.schema.ts'
import { toFieldProblems } from '../../platform/http/validation/validation.ts'
import { condition, delay, email, update, wait } from './fixtures/definitions.ts'
import { Steps } from './definition.schema.ts'

/** The problems of a list of steps, by field. */
function problemsOf(steps: unknown): Record<string, string> {
  const { error } = Steps.safeParse(steps, WITH_OUR_MESSAGES)
  const problems = (error?.issues ?? []).flatMap((issue) => toFieldProblems(issue, ['steps']))
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]))
}

describe('the steps of a workflow', () => {
  it('may be none, one, or a graph with branches that meet again', () => {
    expect(problemsOf([])).toEqual({})
    expect(problemsOf([email('a')])).toEqual({})
    expect(
      problemsOf([
        condition('a', { yes: 'b', no: 'c' }),
        email('b', 'd'),
        wait('c', { event: 'd', timeout: null }),
        { id: 'd', type: 'EXIT' },
      ]),
    ).toEqual({})
  })

  it('may go round in a circle that takes time', () => {
    expect(problemsOf([email('a', 'b'), delay('b', 'a')])).toEqual({})
    expect(problemsOf([email('a', 'b'), wait('b', { event: 'a', timeout: 'a' })])).toEqual({})
    expect(problemsOf([delay('a', 'a')])).toEqual({})
  })

  const untilDate = (rules: object, next: unknown) => ({
    id: 'd',
    type: 'DELAY',
    config: { untilDate: { field: 'data.renewsAt' }, ...rules },
    next,
  })

  it('may lead from a date by another way if it is skipped', () => {
    expect(problemsOf([untilDate({}, 'b'), email('b')])).toEqual({})
    const ways = { date: 'b', skip: 'c' }
    expect(problemsOf([untilDate({ ifPast: 'skip' }, ways), email('b'), email('c')])).toEqual({})
    expect(problemsOf([untilDate({ ifMissing: 'skip' }, { date: 'b', skip: null }), email('b')])).toEqual({})
  })

  it.each<[what: string, steps: unknown, problems: Record<string, string>]>([
    [
      'a date that may be skipped without a way for it',
      [untilDate({ ifPast: 'skip' }, 'b'), email('b')],
      { 'steps.0.next': 'must name the next step per branch: date, skip' },
    ],
    [
      'ways from a date that is never skipped',
      [untilDate({}, { date: 'b' }), email('b')],
      { 'steps.0.next': 'must be the id of a step: a DELAY step has no branches' },
    ],
    [
      'a circle that only a date could delay, because it may have passed',
      [email('a', 'd'), untilDate({}, 'a')],
      { 'steps.0.next': 'leads into an endless loop without a delay: a → d → a' },
    ],
    [
      'a circle that only a best hour could delay, because it may be that hour',
      [email('a', 'd'), { id: 'd', type: 'DELAY', config: { untilBestHour: {} }, next: 'a' }],
      { 'steps.0.next': 'leads into an endless loop without a delay: a → d → a' },
    ],
    ['an id twice', [email('a', 'b'), email('b'), email('b')], { 'steps.2.id': 'is also the id of step 2' }],
    ['an unknown next step', [email('a', 'x')], { 'steps.0.next': 'names no step: there is no "x"' }],
    [
      'an unknown next step of a branch',
      [condition('a', { yes: 'x', no: null })],
      { 'steps.0.next.yes': 'names no step: there is no "x"' },
    ],
    [
      'a branch that the step does not have',
      [condition('a', { yes: null, maybe: null })],
      { 'steps.0.next.maybe': 'is not a branch of this step. Its branches are: yes, no' },
    ],
    [
      'branches of a step that has none',
      [email('a', { yes: 'a' } as never)],
      { 'steps.0.next': 'must be the id of a step: a SEND_EMAIL step has no branches' },
    ],
    [
      'one next step for several branches',
      [wait('a', 'b' as never), email('b')],
      { 'steps.0.next': 'must name the next step per branch: event, timeout' },
    ],
    [
      'a step after the end',
      [{ id: 'a', type: 'EXIT', config: {}, next: 'b' }, email('b')],
      { 'steps.0.next': 'must be left out: an EXIT step is the end' },
    ],
    [
      'steps that are never reached',
      [email('a'), email('b', 'c'), email('c', 'a')],
      {
        'steps.1': 'cannot be reached from the first step',
        'steps.2': 'cannot be reached from the first step',
      },
    ],
    [
      'a step that follows itself',
      [email('a', 'a')],
      { 'steps.0.next': 'leads into an endless loop without a delay: a → a' },
    ],
    [
      'a loop without a delay, reported from its first step',
      [delay('start', 'c'), update('b', 'c'), condition('c', { yes: 'd', no: null }), email('d', 'b')],
      { 'steps.1.next': 'leads into an endless loop without a delay: b → c → d → b' },
    ],
    [
      'a loop with a delay on one of its ways only',
      [condition('a', { yes: 'b', no: 'c' }), delay('b', 'a'), email('c', 'a')],
      { 'steps.0.next': 'leads into an endless loop without a delay: a → c → a' },
    ],
    [
      'two loops',
      [
        email('a', 'b'),
        condition('b', { yes: 'a', no: 'w' }),
        delay('w', 'c'),
        email('c', 'd'),
        email('d', 'c'),
      ],
      {
        'steps.0.next': 'leads into an endless loop without a delay: a → b → a',
        'steps.3.next': 'leads into an endless loop without a delay: c → d → c',
      },
    ],
    [
      '201 steps',
      Array.from({ length: 201 }, (_, i) => email(`s${i}`)),
      { steps: 'must have at most 200 steps' },
    ],
  ])('cannot have %s', (_what, steps, problems) => {
    expect(problemsOf(steps)).toEqual(problems)
  })

  /** Each step leads to this many of the next steps, and the last ones to the first. */
  const crossed = (branches: number) => {
    const names = Array.from({ length: branches }, (_, i) => `b${i}`)
    return Array.from({ length: 200 }, (_, i) => ({
      id: `s${i}`,
      type: 'SPLIT',
      config: { weights: Object.fromEntries(names.map((name) => [name, 1])) },
      next: Object.fromEntries(names.map((name, n) => [name, `s${(i + n + 1) % 200}`])),
    }))
  }

  it('can be 200 that cross in every way', () => {
    expect(Object.keys(problemsOf(crossed(3)))).toEqual(['steps.0.next'])
  })

  it('cannot have more than 600 branches together', () => {
    expect(problemsOf(crossed(4))).toEqual({ steps: 'must have at most 600 branches in all steps together' })
  })
})
