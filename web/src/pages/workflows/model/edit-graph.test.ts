import { describe, expect, it } from 'vitest'
import { edgesOf } from './canvas-edges.ts'
import { TRIGGER } from './definition.ts'
import type { Definition, DraftStep } from './definition.ts'
import { insertStep, removeStep } from './edit-graph.ts'
import { computeLayout, neighbour } from './layout.ts'

const email = (id: string, next: string | null = null): DraftStep => ({
  id,
  type: 'SEND_EMAIL',
  config: { templateId: 'x' },
  next,
})
const choice = (id: string, next: Record<string, string | null>): DraftStep => ({
  id,
  type: 'CONDITION',
  config: { filters: { operator: 'AND', conditions: [] } },
  next,
})
const build = (...steps: DraftStep[]): Definition => ({
  trigger: { type: 'MANUAL' },
  steps,
  entry: null,
  exit: null,
  goal: null,
  holdout: null,
})
const nextOf = ({ steps }: Definition) => Object.fromEntries(steps.map(({ id, next }) => [id, next]))

describe('inserting a step', () => {
  it('puts it between two others, and before the first', () => {
    const { definition, id } = insertStep(
      build(email('a', 'b'), email('b')),
      { source: 'a', branch: undefined },
      'DELAY',
    )
    expect(nextOf(definition)).toEqual({ a: id, [id]: 'b', b: null })
    const first = insertStep(definition, { source: TRIGGER, branch: undefined }, 'SEND_EMAIL')
    expect(first.definition.steps[0]).toMatchObject({ id: 'email', next: 'a' })
  })

  it('with branches leads on by the first of them, and gets a free id', () => {
    const before = build(choice('condition', { yes: 'a', no: null }), email('a'))
    const { definition, id } = insertStep(before, { source: 'condition', branch: 'yes' }, 'CONDITION')
    expect(id).toBe('condition-2')
    expect(nextOf(definition)).toMatchObject({
      condition: { yes: 'condition-2', no: null },
      'condition-2': { yes: 'a', no: null },
    })
  })
})

describe('removing a step', () => {
  it('connects the steps before and after it', () => {
    const { definition, removed } = removeStep(build(email('a', 'b'), email('b', 'c'), email('c')), 'b')
    expect([nextOf(definition), removed]).toEqual([{ a: 'c', c: null }, ['b']])
  })

  it('with branches removes steps that only the other branches led to', () => {
    const before = build(
      choice('q', { yes: 'a', no: 'b' }),
      email('a', 'end'),
      email('b', 'only'),
      email('only', 'end'),
      email('end'),
    )
    const { definition, removed } = removeStep(before, 'q')
    expect(definition.steps.map(({ id }) => id)).toEqual(['a', 'end'])
    expect(removed).toEqual(['q', 'b', 'only'])
  })

  it('that is the first makes its successor the first', () => {
    const before = build(email('a', 'c'), email('b'), email('c', 'b'))
    expect(removeStep(before, 'a').definition.steps.map(({ id }) => id)).toEqual(['c', 'b'])
    expect(removeStep(build(email('a')), 'a').definition.steps).toEqual([])
  })

  it('that leads back to itself leaves no transition to it', () => {
    const { definition } = removeStep(build(email('a', 'b'), email('b', 'b')), 'b')
    expect(nextOf(definition)).toEqual({ a: null })
  })
})

describe('the layout', () => {
  const layout = computeLayout(
    build(choice('q', { yes: 'a', no: 'b' }), email('a', 'c'), email('b', 'c'), email('c')),
  )
  const at = (id: string) => layout.nodes.find((node) => node.id === id) ?? { x: 0, y: 0 }

  it('has the branches in the order of the step, and their targets below', () => {
    expect(at('a').x).toBeLessThan(at('b').x)
    expect(at('a').y).toBe(at('b').y)
    expect(at('c').y).toBeGreaterThan(at('a').y)
  })

  it('has an end for every transition that ends', () => {
    expect(edgesOf([choice('q', { yes: null, no: null })]).map(({ isEnd }) => isEnd)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('is walked by arrow keys', () => {
    expect(neighbour(layout, TRIGGER, 'down')).toBe('q')
    expect(neighbour(layout, 'q', 'down')).toBe('a')
    expect(neighbour(layout, 'a', 'right')).toBe('b')
    expect(neighbour(layout, 'b', 'left')).toBe('a')
    expect(neighbour(layout, 'c', 'up')).toBe('a')
  })
})
