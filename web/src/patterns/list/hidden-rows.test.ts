import { expect, it } from 'vitest'
import { withoutHidden } from './hidden-rows.ts'

it('leaves out rows that are being deleted, and keeps the array where none is', () => {
  const rows = [{ id: 'a' }, { id: 'b' }]
  expect(withoutHidden(rows, new Set(['a']))).toEqual([{ id: 'b' }])
  expect(withoutHidden(rows, new Set(['c']))).toBe(rows)
  expect(withoutHidden(rows, new Set())).toBe(rows)
  expect(withoutHidden(['a'], new Set(['a']))).toEqual(['a'])
})
