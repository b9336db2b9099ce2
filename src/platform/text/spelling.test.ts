import { describe, expect, it } from 'vitest'
import { misspellingOf } from './spelling.ts'

describe('misspellingOf', () => {
  it.each([
    ['two letters swapped', 'gmial', 'gmail'],
    ['the first two swapped', 'mgail', 'gmail'],
    ['the last two swapped', 'gmali', 'gmail'],
    ['a letter doubled', 'gmaill', 'gmail'],
    ['the first letter doubled', 'ggmail', 'gmail'],
    ['a letter dropped', 'gmal', 'gmail'],
    ['the last letter dropped', 'gmai', 'gmail'],
    ['the key beside the right one', 'gnail', 'gmail'],
    ['the key beside it as well', 'gmaikl', 'gmail'],
    ['a neighbour in place of a letter', 'yahho', 'yahoo'],
    ['a hyphen between', 'g-mail', 'gmail'],
    ['a digit for a letter', 'yah0o', 'yahoo'],
  ])('calls %s a slip (%s)', (_what, typed, meant) => {
    expect(misspellingOf(typed, meant)).toBe('slip')
  })

  it.each([
    ['another first letter', 'email', 'gmail'],
    ['even if it lies beside', 'fmail', 'gmail'],
    ['the first letter missing', 'cloud', 'icloud'],
    ['a letter before the first', 'zoutlook', 'outlook'],
    ['a key from elsewhere', 'grail', 'gmail'],
    ['a key from elsewhere more', 'gmxail', 'gmail'],
    ['one more at the end', 'gmails', 'gmail'],
  ])('calls %s an edit (%s)', (_what, typed, meant) => {
    expect(misspellingOf(typed, meant)).toBe('edit')
  })

  it.each([
    ['protnmial', 'protonmail'],
    ['outlouk1', 'outlook'],
    ['hptmial', 'hotmail'],
    ['otlok', 'outlook'],
    ['hotmaillll', 'hotmaill'],
  ])('counts two edits in %s', (typed, meant) => {
    expect(misspellingOf(typed, meant)).toBe('two-edits')
  })

  it.each([
    ['gmail', 'gmail'],
    ['company', 'comcast'],
    ['', 'gmail'],
    ['gmail', ''],
    ['hotmaillll', 'hotmail'],
    ['acme', 'live'],
  ])('sees none from %s to %s', (typed, meant) => {
    expect(misspellingOf(typed, meant)).toBeUndefined()
  })
})
