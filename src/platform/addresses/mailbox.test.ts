import { describe, expect, it } from 'vitest'
import { formatMailbox, parseMailbox } from './email-address.ts'

describe('an address with a name', () => {
  it.each([
    ['ann@example.com', undefined],
    ['  Ann@Example.com\t', undefined],
    ['<ann@example.com>', undefined],
    ['"" <ann@example.com>', undefined],
    ['Ann <ann@example.com>', 'Ann'],
    ['Ann Lee<ann@example.com>', 'Ann Lee'],
    [' Ann  Lee\t< Ann@Example.com > ', 'Ann  Lee'],
    ["Dr. Ann O'Lee <ann@example.com>", "Dr. Ann O'Lee"],
    ['Änne Liß 李 <ann@example.com>', 'Änne Liß 李'],
    ['"Lee, Ann" <ann@example.com>', 'Lee, Ann'],
    [String.raw`"Ann \"A\" \\ Lee" <ann@example.com>`, String.raw`Ann "A" \ Lee`],
    ['"a@b.example <c>" <ann@example.com>', 'a@b.example <c>'],
  ])('%s', (text, name) => {
    expect(parseMailbox(text)).toEqual({ ok: true, address: 'ann@example.com', name })
  })

  it.each([
    ['Lee, Ann <ann@example.com>'],
    ['bob@example.com, Ann <ann@example.com>'],
    ['"Ann <ann@example.com>'],
    ['"Ann" Lee <ann@example.com>'],
    ['Ann <ann@example.com> Lee'],
    ['Ann <ann@example.com'],
    ['Ann ann@example.com>'],
    ['Ann <ann>'],
    ['Ann <>'],
    ['Ann\r\nBcc: x@example.com <ann@example.com>'],
    ['Ann (home) <ann@example.com>'],
    [`${'x'.repeat(10_000)} <ann@example.com>`],
    [`"${'\\'.repeat(1_900)} <ann@example.com>`],
    [''],
  ])('is refused: %s', (text) => {
    expect(parseMailbox(text)).toMatchObject({
      ok: false,
      problem: { message: expect.any(String) as string },
    })
  })

  it.each([['Ann'], ['Lee, Ann'], [String.raw`a "b" \c`], ['<x>'], [undefined]])(
    'is written so that it reads the same: %s',
    (name) => {
      const text = formatMailbox({ email: 'ann@example.com', name })
      expect(parseMailbox(text)).toEqual({ ok: true, address: 'ann@example.com', name })
    },
  )
})
