import { expect, it } from 'vitest'
import { addFallback, addFallbackToJson } from './add-fallback.ts'

it('gives outputs without a filter the fallback, and leaves the others', () => {
  expect(
    addFallback('Hi {{ name }}, {{name}} {{- name -}} {{ name | upcase }} {{ names }}', 'name', 'you'),
  ).toBe(
    "Hi {{ name | default: 'you' }}, {{ name | default: 'you' }} {{ name | default: 'you' }} {{ name | upcase }} {{ names }}",
  )
  expect(addFallback('{{ address.city }} {{ addressXcity }}', 'address.city', '$&')).toBe(
    "{{ address.city | default: '$&' }} {{ addressXcity }}",
  )
})

it('does so in the texts of a document, whatever the fallback has', () => {
  const json = JSON.stringify({ blocks: [{ text: 'Hi {{ name }}', size: 3, link: null }] })
  expect(JSON.parse(addFallbackToJson(json, 'name', 'a "b"'))).toEqual({
    blocks: [{ text: `Hi {{ name | default: 'a "b"' }}`, size: 3, link: null }],
  })
})
