import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  ContentIdField,
  ContentTypeField,
  FilenameField,
  HEADER_NAME,
  HeaderValueField,
  isReservedHeader,
} from './message.schema.ts'

const HeaderName = z.string().regex(HEADER_NAME)

describe('what a caller may give', () => {
  it.each([
    [HeaderName, ['X-Tag', 'x', 'List-Unsubscribe', 'X'.repeat(76), 'X_1!']],
    [HeaderValueField, ['', 'a b', 'a\tb', 'Zoë 😀', '<https://example.org/?a=b>']],
    [FilenameField, ['a.pdf', 'Прайс 1.pdf', '"', 'a/b\\c']],
    [ContentIdField, ['logo', 'logo@example.org', 'a.b-c_d+e']],
    [
      ContentTypeField,
      [
        'image/png',
        'application/vnd.ms-excel',
        'text/calendar; method=REQUEST',
        'text/plain;charset="utf-8"',
      ],
    ],
  ])('%#: is accepted', (field, values) => {
    for (const value of values) expect(field.safeParse(value).success).toBe(true)
  })

  it.each([
    [HeaderName, ['', 'X Tag', 'X:', 'X-Ä', 'X\r\nBcc', 'X'.repeat(77), '\0']],
    [HeaderValueField, ['a\r\nb', 'a\nb', 'a\rb', '\0', '\x7f', '\u0085', 'x'.repeat(5001)]],
    [FilenameField, ['', 'a\nb', 'a\0', 'x'.repeat(256), 'a_\u202egpj.exe', '\u2066a', 'a\u200f']],
    [ContentIdField, ['', 'my logo', '<logo>', 'logo\n', 'löwe', 'x'.repeat(251)]],
    [ContentTypeField, ['', 'image', 'image/png\n', 'image/png; name', 'image/ png', 'a/b;c="d"e', 'ä/b']],
  ])('%#: is refused', (field, values) => {
    for (const value of values) expect(field.safeParse(value).success).toBe(false)
  })

  it.each([
    'From',
    'bcc',
    'CONTENT-TYPE',
    'Content-Anything',
    'Resent-To',
    'DKIM-Signature',
    'Reply-To',
    'Message-Id',
    'delivered-to',
    'Authentication-Results',
    'ARC-Seal',
    'Feedback-ID',
  ])('%s is written by the service or by a receiver', (name) => {
    expect(isReservedHeader(name)).toBe(true)
  })

  it.each([
    'X-From',
    'List-Unsubscribe',
    'References',
    'To-Do',
    'X-Delivered-To',
    'Arc',
    'Authentication-Results-Info',
  ])('%s is free', (name) => {
    expect(isReservedHeader(name)).toBe(false)
  })

  it.each(['List-Unsubscribe', 'LIST-UNSUBSCRIBE-POST'])('%s is reserved on marketing email', (name) => {
    expect(isReservedHeader(name, { isMarketing: true })).toBe(true)
  })
})
