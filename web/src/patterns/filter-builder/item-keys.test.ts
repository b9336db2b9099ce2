import { describe, expect, it } from 'vitest'
import { resizeKeys, newKeys, addKey, removeKey } from './item-keys.ts'

describe('the keys of a list', () => {
  it('stay with their items when another is removed or added', () => {
    const [first, second, third] = newKeys(3)
    const left = removeKey([first, second, third] as number[], 1)
    expect(left).toEqual([first, third])
    const { keys, added } = addKey(left)
    expect(keys).toEqual([first, third, added])
    expect([first, second, third]).not.toContain(added)
  })

  it('are the same object while the length is the same', () => {
    const keys = newKeys(2)
    expect(resizeKeys(keys, 2)).toBe(keys)
  })

  it('follow a list that was changed from outside, without duplicates', () => {
    const keys = newKeys(2)
    const longer = resizeKeys(keys, 4)
    expect(longer.slice(0, 2)).toEqual(keys)
    expect(new Set(longer).size).toBe(4)
    expect(resizeKeys(longer, 1)).toEqual(keys.slice(0, 1))
  })
})
