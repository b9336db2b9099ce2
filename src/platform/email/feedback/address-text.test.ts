import { describe, expect, it } from 'vitest'
import { findAddresses, readAddress } from './address-text.ts'

describe('the addresses in a text', () => {
  it.each([
    ["write to O'Brien@Example.com.", ["o'brien@example.com"]],
    ['\'ann@example.net\', "bob@example.net"', ['ann@example.net', 'bob@example.net']],
    ['<ann@example.net>... User unknown <ANN@example.net>', ['ann@example.net']],
    ['宛先taro@example.jpへの配信', ['taro@example.jp']],
    ['to=ann@example.net, orig_to=<bob@example.net>', ['ann@example.net', 'bob@example.net']],
    ['bounce-1-ann=example.net@verp.example', ['bounce-1-ann=example.net@verp.example']],
    ['mailto:ann@example.net?subject=x', ['ann@example.net']],
    ['see @example or example@', []],
  ])('%s', (text, addresses) => {
    expect(findAddresses(text)).toEqual(addresses)
  })
})

describe('an address as a report writes it', () => {
  it.each([
    ['rfc822; ann@example.net', 'ann@example.net'],
    ['rfc822;<ann@example.net>', 'ann@example.net'],
    ['x-local; ann', null],
    [`rfc822; ${'a'.repeat(5_000)}@example.net`, null],
    ['ann@example.net\r\nBcc: x', 'ann@example.net'],
  ])('%s', (text, address) => {
    expect(readAddress(text)).toBe(address)
  })
})
