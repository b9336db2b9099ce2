import { describe, expect, it } from 'vitest'
import type { Lookup } from '../../../platform/dns/dns.ts'
import { blocklistsOf, judgeListing, nameAt } from './blocklists.ts'
import type { ListAnswers } from './blocklists.ts'

const ADDRESS = '192.0.2.10'
const lists = blocklistsOf(undefined)
const [zen] = lists
if (!zen) throw new Error('there is no list')
const NONE: Lookup<string> = { status: 'none', isNameKnown: false }
const SILENT: Lookup<string> = { status: 'unanswered', reason: 'no answer' }
const found = (...records: string[]): Lookup<string> => ({ status: 'found', records })
const judge = (answers: Partial<ListAnswers>, list = zen) =>
  judgeListing(list, {
    address: ADDRESS,
    answers: { always: found('127.0.0.2'), answer: NONE, never: NONE, ...answers },
  })

describe('a blocklist', () => {
  it('does not have the address', () => {
    expect(judge({})).toEqual({
      state: 'good',
      found: '192.0.2.10 is not on the list Spamhaus ZEN.',
      remedy: null,
    })
  })

  it.each([
    ['127.0.0.2', /SBL/],
    ['127.0.0.3', /CSS/],
    ['127.0.0.4', /XBL/],
    ['127.0.0.9', /DROP/],
    ['127.0.0.10', /PBL.*as their provider says/],
    ['127.0.0.11', /PBL/],
    ['127.0.0.99', /127\.0\.0\.99/],
  ])('has the address, with the code %s', (code, words) => {
    expect(judge({ answer: found(code) })).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(words) as string,
      remedy: { page: 'https://check.spamhaus.org/' },
    })
  })

  it('names every reason', () => {
    expect(judge({ answer: found('127.0.0.3', '127.0.0.11', '127.0.0.3') }).found).toMatch(
      /CSS, [^;]*\(127\.0\.0\.3\); PBL, [^;]*\(127\.0\.0\.11\)\./,
    )
  })

  it('only warns where few receivers use it', () => {
    for (const list of lists.filter(({ isSevere }) => !isSevere)) {
      const { state, remedy } = judge({ answer: found('127.0.0.2') }, list)
      expect([state, remedy?.page]).toEqual(['warning', list.removal(ADDRESS)])
    }
  })

  it.each([
    ['127.255.255.252', /typing error/],
    ['127.255.255.254', /public resolvers/],
    ['127.255.255.255', /asks too much/],
    ['127.255.255.1', /refuses to answer \(127\.255\.255\.1\)/],
  ])('could not be asked when it answers %s', (code, words) => {
    for (const answers of [{ answer: found(code) }, { always: found(code) }]) {
      expect(judge(answers)).toMatchObject({
        state: 'unknown',
        found: expect.stringMatching(words) as string,
        remedy: { text: expect.stringMatching(/own.*DNS_SERVERS.*SPAMHAUS_DQS_KEY/) as string },
      })
    }
  })

  it.each([
    ['the resolver is silent about the list', { always: SILENT }],
    ['the resolver is silent about the address', { answer: SILENT }],
    ['not even the address is listed that always is', { always: NONE }],
    ['it lists every address', { answer: found('127.0.0.2'), never: found('127.0.0.2') }],
    [
      'its zone belongs to a web server now',
      { always: found('93.184.215.14'), answer: found('93.184.215.14') },
    ],
    ['a resolver rewrites the answer', { answer: found('93.184.215.14') }],
  ])('is unknown when %s', (_, answers) => {
    expect(judge(answers).state).toBe('unknown')
  })

  it('is asked for the reversed address', () => {
    expect(nameAt('zen.spamhaus.org', ADDRESS)).toBe('10.2.0.192.zen.spamhaus.org')
    const digits = '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2'
    expect(nameAt('x', '2001:db8::1')).toBe(`${digits}.x`)
    expect(nameAt('x', '2001:0DB8:0:0:0:0:0:1')).toBe(`${digits}.x`)
  })

  it('of Spamhaus is asked with the key of the Data Query Service', () => {
    const [withKey] = blocklistsOf('abcdefgh12345678')
    expect(withKey?.zone).toBe('abcdefgh12345678.zen.dq.spamhaus.net')
    expect(
      judgeListing(withKey ?? zen, { address: ADDRESS, answers: { always: SILENT, answer: SILENT } }).found,
    ).not.toMatch(/abcdefgh/)
  })
})
