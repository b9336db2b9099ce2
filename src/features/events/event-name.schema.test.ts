import { describe, expect, it } from 'vitest'
import { toFieldProblems } from '../../platform/http/validation/validation.ts'
import { TrackableName } from './event-name.schema.ts'

const codesOf = (name: string) => {
  const { error } = TrackableName.safeParse(name)
  return (error?.issues ?? []).flatMap((issue) => toFieldProblems(issue, [])).map(({ code }) => code)
}

describe('the name of an event', () => {
  it.each([
    ['email.bounced'],
    ['Email.Bounced'],
    ['EMAIL.'],
    ['CONTACT.created'],
    [' email.bounced'],
    ['\temail.bounced'],
    ['\u00a0segment.x'],
    ['\u3000workflow.x'],
    ['\u200bemail.bounced'],
    ['\ufeffemail.bounced'],
    ['e\u200dmail.bounced'],
    ['email\u00ad.bounced'],
    ['email\u2060.bounced'],
    ['email\u200a.bounced'],
    ['\u202eemail.bounced'],
    ['ema\ufe0fil.x'],
    ['em\u034fail.x'],
    ['ｅｍａｉｌ．bounced'],
    ['email\u2024bounced'],
    ['\u017fegment.x'],
    ['wor\u212aflow.x'],
  ])('%j is one of the service', (name) => {
    expect(codesOf(name)).toEqual(['reserved'])
  })

  it.each([
    [' signed up'],
    ['signed up '],
    ['signed up\n'],
    ['\u2003signed up'],
    ['signed up\u200b'],
    ['\u200esigned up'],
    ['\ufeffsigned up'],
    [' '],
    ['\u200b'],
  ])('%j looks like another one, because of what cannot be seen at its ends', (name) => {
    expect(codesOf(name)).toEqual(['invalid_string'])
  })

  it.each([
    ['signed up'],
    ['x'],
    ['email'],
    ['emailed.x'],
    ['e-mail.opened'],
    ['my email.opened'],
    ['work flow.x'],
    ['Contacts.x'],
    ['کتاب\u200cخانه'],
    ['👨‍👩‍👧'],
    ['❤️'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['x'.repeat(255)],
  ])('%j may be recorded', (name) => {
    expect(codesOf(name)).toEqual([])
  })

  it.each([
    ['', 'too_small'],
    ['x'.repeat(256), 'too_big'],
    [' '.repeat(100_000), 'too_big'],
  ])('is neither empty nor long, and nothing else is said then', (name, code) => {
    expect(codesOf(name)).toEqual([code])
  })
})
