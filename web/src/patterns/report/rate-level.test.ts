import { describe, expect, it } from 'vitest'
import { levelOf } from './rate-level.ts'

describe('the level of a rate', () => {
  it.each([
    ['bounces', 0.0199, 'fine'],
    ['bounces', 0.02, 'high'],
    ['bounces', 0.05, 'tooHigh'],
    ['complaints', 0.0009, 'fine'],
    ['complaints', 0.001, 'high'],
    ['complaints', 0.003, 'tooHigh'],
  ] as const)('of %s at %f is %s', (kind, rate, level) => {
    expect(levelOf(kind, rate)).toBe(level)
  })
})
