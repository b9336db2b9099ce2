import { describe, expect, it } from 'vitest'
import { swallowedRows } from './swallowed-rows.ts'

const file = { columns: 3, email: 0, delimiter: ',' }

describe('a row that contains others', () => {
  it('says where the quote began, and how far it goes', () => {
    const cell = 'Ada\nbob@example.com,Bob,1\neve@example.com,Eve,2'
    expect(swallowedRows(['ada@example.com', cell, 'x'], file)).toMatch(
      /beginning of cell 2 that ends 2 lines later/,
    )
    expect(
      swallowedRows(['ada@example.com', 'Ada', 'a\nbob@example.com;Bob;1'], { ...file, delimiter: ';' }),
    ).toMatch(/cell 3/)
  })

  it.each([
    ['text with line breaks', 'Main street 1\n10115 Berlin'],
    ['text with an address', 'Ask bob@example.com\nor eve@example.com, please'],
    ['a list of addresses', 'bob@example.com\neve@example.com'],
    ['one line', 'bob@example.com,Bob,1'],
  ])('is not one with %s', (_, cell) => {
    expect(swallowedRows(['ada@example.com', cell, ''], file)).toBeUndefined()
  })
})
