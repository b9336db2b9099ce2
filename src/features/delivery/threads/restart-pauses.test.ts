import { expect, it } from 'vitest'
import { createRestartPauses } from './restart-pauses.ts'

it('replaces a thread soon, and one that dies again and again more and more slowly', () => {
  const pauseAfter = createRestartPauses()
  const pauses = Array.from({ length: 8 }, () => pauseAfter(500))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})

it('begins anew after a thread that lived for long', () => {
  const pauseAfter = createRestartPauses()
  for (let deaths = 0; deaths < 5; deaths += 1) pauseAfter(500)
  expect(pauseAfter(10 * 60_000)).toBe(1_000)
})
