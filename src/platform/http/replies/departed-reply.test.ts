import { describe, expect, it } from 'vitest'
import { addressAt } from './departed-reply.ts'

describe('the address of a page on another installation', () => {
  it.each([
    ['/manage/x?a=b', 'https://two.example.com/manage/x?a=b'],
    ['//evil.example/x', 'https://two.example.com//evil.example/x'],
    ['http://evil.example/manage/x', 'https://two.example.com/manage/x'],
    ['HTTPS://user@evil.example:1/manage/x', 'https://two.example.com/manage/x'],
  ])('of a request for %s has its path only', (requestUrl, address) => {
    expect(addressAt('https://two.example.com/', requestUrl)).toBe(address)
    expect(addressAt('https://two.example.com', requestUrl)).toBe(address)
  })
})
