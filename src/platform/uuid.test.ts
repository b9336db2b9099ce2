import { describe, expect, it } from 'vitest'
import { isUuid } from './uuid.ts'

describe('isUuid', () => {
  it.each([
    ['0198a6a0-0000-7000-8000-000000000000', true],
    ['0198A6A0-0000-7000-8000-00000000000F', true],
    ['0198a6a0000070008000000000000000', false],
    ['0198a6a0-0000-7000-8000-00000000000', false],
    ['{0198a6a0-0000-7000-8000-000000000000}', false],
    ['0198a6a0-0000-7000-8000-000000000000\n', false],
    ['g198a6a0-0000-7000-8000-000000000000', false],
    ['', false],
  ])('%j: %s', (text, verdict) => {
    expect(isUuid(text)).toBe(verdict)
  })
})
