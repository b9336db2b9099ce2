import { describe, expect, it } from 'vitest'
import { findReasonsAbove } from './reason-above.ts'

const find = (...lines: string[]) =>
  findReasonsAbove(
    lines,
    lines.flatMap((text, line) =>
      text.includes('@') ? [{ address: text.trim().split(':')[0] ?? '', line }] : [],
    ),
  )

describe('reasons above addresses', () => {
  it('apply to the addresses below them, up to the next reason', () => {
    const found = find('No such user', '  a@x.example', '', '  b@x.example', 'Mailbox full', 'c@x.example')
    expect(found).toEqual(
      new Map([
        ['a@x.example', 'No such user'],
        ['b@x.example', 'No such user'],
        ['c@x.example', 'Mailbox full'],
      ]),
    )
  })

  it('may be a paragraph further up, above the first address', () => {
    const found = find('550 5.1.1 User unknown', '', 'The recipients are:', 'a@x.example', 'b@x.example')
    expect([...(found?.values() ?? [])]).toEqual(['550 5.1.1 User unknown', '550 5.1.1 User unknown'])
  })

  it('are followed by advice that is not taken for a reason', () => {
    const found = find('No such user', 'a@x.example', '', 'The sender may have', 'mistyped the address.')
    expect(found?.get('a@x.example')).toBe('No such user')
  })

  it.each([
    [
      'stand below',
      ['It was rejected.', 'a@x.example', '550 no such user', 'b@x.example', '552 mailbox full'],
    ],
    ['stand below an empty line', ['It was rejected.', 'a@x.example', '', 'Mailbox full']],
    ['stand beside it', ['It was rejected.', 'a@x.example: no such user', 'b@x.example: mailbox full']],
    ['are missing for one of them', ['No such user', 'a@x.example', 'Also, for another:', 'b@x.example']],
    ['are not given', ['Your message could not be delivered:', 'a@x.example']],
  ])('are not found where they %s', (_, lines) => {
    expect(find(...lines)).toBeUndefined()
  })
})
