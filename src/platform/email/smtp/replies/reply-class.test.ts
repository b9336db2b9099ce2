import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { classifyReply } from './reply-class.ts'
import type { ReplyClass } from './reply-class.ts'
import { readReply } from '../smtp-replies.ts'
import type { Stage } from '../../transport.ts'

const rows = readFileSync(path.join(import.meta.dirname, '../../fixtures/live-replies.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [from = '', expected = '', stage = '', text = ''] = line.split('\t')
    return { from, expected, text, given: classifyReply(readReply(text.split('\\n')), stage as Stage) }
  })
const misfits = rows.filter(({ expected, given }) => expected !== given)

describe('the replies of the large providers', () => {
  it('are many, of every class', () => {
    expect(rows.length).toBeGreaterThanOrEqual(130)
    for (const kind of ['hard', 'soft', 'policy'] satisfies ReplyClass[]) {
      expect(rows.filter(({ expected }) => expected === kind).length).toBeGreaterThan(30)
    }
  })

  it('are understood, at least 92 in 100', () => {
    // The list is in the message of a failure.
    expect(misfits.slice(Math.floor(rows.length * 0.08))).toEqual([])
  })

  it('are classified as hard by mistake, at most 3 in 100', () => {
    const wronglyHard = misfits.filter(({ given }) => given === 'hard')
    expect(wronglyHard.slice(Math.floor(rows.length * 0.03))).toEqual([])
  })
})

describe('a reply', () => {
  it.each([
    ['450 4.1.1 user unknown', 'soft'],
    ['451 no such user', 'soft'],
    ['550 4.2.1 user unknown', 'soft'],
  ])('that is not for good is never hard: %s', (text, expected) => {
    expect(classifyReply(readReply([text]))).toBe(expected)
  })

  it.each([
    '550 5.1.1 <spam.blocked@example.net>: user unknown',
    '550 5.1.1 user unknown, see https://example.net/policy/spam',
    '550 5.1.1 dmarc-report@example.net user unknown',
  ])('is not read by the names in it: %s', (text) => {
    expect(classifyReply(readReply([text]), 'rcpt')).toBe('hard')
  })

  it.each([
    '553 5.1.8 domain not found',
    '550 5.1.7 the address does not exist',
    '553 5.1.3 http://www.spamhaus.org/query/bl?ip=192.0.2.7',
  ])('about the sender is never about the recipient: %s', (text) => {
    expect(classifyReply(readReply([text]), 'rcpt')).toBe('policy')
  })

  it.each([
    ['550 5.7.1 user unknown', 'rcpt', 'soft'],
    ['550 5.7.1 no such mailbox', undefined, 'soft'],
    ['550 5.7.1 no such mailbox', 'rcpt', 'hard'],
  ] as const)('with a status about permission is doubtful: %s at %s is %s', (text, stage, expected) => {
    expect(classifyReply(readReply([text]), stage)).toBe(expected)
  })

  it.each([
    ['550 5.7.1 domain example.net does not accept mail', 'hard'],
    ['550 5.4.1 example.net has a null MX', 'hard'],
    ['450 4.4.4 example.net has a null MX', 'soft'],
    ['550 5.7.27 null MX', 'policy'],
    ['550 5.1.1 example.net does not accept mail from your network', 'policy'],
    ['550 ann@example.net does not accept mail today', 'soft'],
  ])('about a domain that takes no email: %s is %s', (text, expected) => {
    expect(classifyReply(readReply([text]), 'rcpt')).toBe(expected)
  })

  it.each(['rcpt', undefined] as const)('"user unknown" is hard at %s', (stage) => {
    expect(classifyReply(readReply(['550 user unknown']), stage)).toBe('hard')
  })

  it.each(['data', 'dot'] as const)('"user unknown" is the word of a filter at %s', (stage) => {
    expect(classifyReply(readReply(['550 5.1.1 user unknown']), stage)).toBe('soft')
    expect(classifyReply(readReply(['550 5.1.1 sorry']), stage)).toBe('soft')
  })

  // Only their beginning is read: with all of it, looking for words that begin everywhere would take hours.
  it.each(['user ', '<', 'a@', 'mailbox ', 'invalid mailbox. local mailbox '])(
    'of ten megabytes of %j has a class',
    (piece) => {
      const text = piece.repeat(10_000_000 / piece.length)
      expect(['hard', 'soft', 'policy']).toContain(classifyReply({ code: 550, enhancedCode: null, text }))
    },
  )
})
