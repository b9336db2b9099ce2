import { describe, expect, it } from 'vitest'
import { bounceReason, countReasons } from './bounce-reasons.ts'
import { countProviders, providerOf } from './mailbox-providers.ts'

const counts = (emails: number, bounced = 0) => ({
  emails,
  delivered: emails - bounced,
  bounced,
  complained: 0,
})

describe('mailbox providers', () => {
  it.each([
    ['gmail.com', 'Gmail'],
    ['hotmail.co.uk', 'Microsoft'],
    ['outlook.com.br', 'Microsoft'],
    ['me.com', 'Apple'],
    ['gmx.net', 'GMX and WEB.DE'],
    ['notgmail.com', 'notgmail.com'],
    ['shop.test', 'shop.test'],
  ])('%s belongs to %s', (domain, name) => {
    expect(providerOf(domain)).toBe(name)
  })

  it('are counted together, and all others as one', () => {
    const small = Array.from({ length: 9 }, (_, n) => ({ domain: `d${n}.test`, ...counts(2) }))
    const domains = [
      { domain: 'gmail.com', ...counts(5, 1) },
      { domain: 'googlemail.com', ...counts(1) },
      ...small,
    ]
    const found = countProviders(domains, counts(30, 1))
    expect(found[0]).toEqual({ name: 'Gmail', ...counts(6, 1) })
    expect(found).toHaveLength(9)
    expect(found.at(-1)).toEqual({ name: null, ...counts(30 - 6 - 7 * 2) })
  })

  it('leave out addresses that were erased, except in the number of others', () => {
    expect(countProviders([{ domain: '', ...counts(3) }], counts(3))).toEqual([{ name: null, ...counts(3) }])
  })
})

describe('reasons of bounces', () => {
  it.each([
    ['5.1.1', 'The mailbox does not exist'],
    ['4.2.2', 'The mailbox is full'],
    ['5.7.509', 'Rejected by a policy of the receiver'],
    ['5.1.99', 'The address is wrong'],
    [null, 'Other reasons'],
  ])('%s is said as: %s', (code, words) => {
    expect(bounceReason(code)).toBe(words)
  })

  it('with the same meaning are added up', () => {
    const found = countReasons([
      { code: '5.1.1', count: 2 },
      { code: '5.7.1', count: 3 },
      { code: '5.7.64', count: 4 },
    ])
    expect(found).toEqual([
      { code: '5.7.1', reason: 'Rejected by a policy of the receiver', count: 7 },
      { code: '5.1.1', reason: 'The mailbox does not exist', count: 2 },
    ])
  })
})
