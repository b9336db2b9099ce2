import { expect, it } from 'vitest'
import { boundResult } from './bounded-result.ts'
import { ToolRefusal } from './tool.ts'

const LIMITS = { longestText: 10, largestResult: 200 }

it('cuts long texts wherever they are, and says how long they were', () => {
  const { value, text } = boundResult({ list: [{ body: 'x'.repeat(50), id: 'short' }] }, LIMITS)
  expect(value).toEqual({ list: [{ body: 'xxxxxxxxxx… [cut: 50 characters in all]', id: 'short' }] })
  expect(JSON.parse(text)).toEqual(value)
})

it('leaves no half of a character', () => {
  const { value } = boundResult({ text: `${'x'.repeat(9)}😀😀` }, LIMITS)
  expect((value['text'] as string).isWellFormed()).toBe(true)
})

it('refuses a result that is too large all the same', () => {
  const list = Array.from({ length: 100 }, (_, id) => ({ id }))
  expect(() => boundResult({ list }, LIMITS)).toThrow(ToolRefusal)
})
