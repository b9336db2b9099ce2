import { expect, it } from 'vitest'
import { existingNames } from './existing-names.ts'

const of = (names: string[]) => existingNames('welcome', { names, kind: 'template' })

it('says that there is none, or which one there is', () => {
  expect(of([])).toBe('The project has no template.')
  expect(of(['hello'])).toBe('The only template is hello.')
})

it('lists a few by their names, each once', () => {
  expect(of(['b', 'a', 'b'])).toBe('The templates are a, b.')
})

it('lists the nearest ten of many', () => {
  const far = Array.from({ length: 30 }, (_, index) => `something-else-${index}`)
  const text = of([...far, 'Welcome-2', 'welcom', 'wellcome'])
  expect(text).toMatch(/^The nearest templates are welcom, wellcome, Welcome-2, /)
  expect(text.split(', ')).toHaveLength(10)
})
