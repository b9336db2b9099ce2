import { expect, it } from 'vitest'
import { createByteCache } from './byte-cache.ts'
import { compileTemplate } from '../liquid/compile.ts'

const template = compileTemplate({ subject: 'Hi {{ name }}', html: 'x'.repeat(1000), text: '' })

it('keeps what fits, and lets go of what was not used for the longest time', () => {
  const cache = createByteCache({ maxBytes: template.bytes * 3 })
  for (const key of ['a', 'b', 'c']) expect(cache.add(key, template)).toBe(template)
  expect(cache.find('a')).toBe(template)
  cache.add('d', template)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true, true])
  expect(cache.bytes).toBe(template.bytes * 3)
})

it('counts a key once', () => {
  const cache = createByteCache({ maxBytes: template.bytes * 3 })
  for (let i = 0; i < 5; i += 1) cache.add('a', template)
  expect(cache.bytes).toBe(template.bytes)
})

it('does not keep what would fill it alone', () => {
  const cache = createByteCache({ maxBytes: template.bytes - 1 })
  expect(cache.add('a', template)).toBe(template)
  expect(cache.find('a')).toBeUndefined()
  expect(cache.bytes).toBe(0)
})

it('counts about what a template takes', () => {
  const of = (html: string) => compileTemplate({ subject: '', html, text: '' }).bytes
  expect(of('x'.repeat(100_000))).toBeGreaterThan(100_000)
  expect(of('{{ a }}'.repeat(1000))).toBeGreaterThan(of('1234567'.repeat(1000)) + 500_000)
})
