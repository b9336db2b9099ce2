import { describe, expect, it } from 'vitest'
import { createNetworkList, isNetwork } from './network-list.ts'

describe('a list of networks', () => {
  const list = createNetworkList(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])

  it.each(['10.1.2.3', '192.0.2.7', 'fd12::1'])('holds %s', (address) => {
    expect(list.has(address)).toBe(true)
  })

  it.each(['11.0.0.1', '192.0.2.8', 'fe80::1', '', 'localhost', '10.0.0.0/8'])(
    'does not hold %j',
    (address) => {
      expect(list.has(address)).toBe(false)
    },
  )

  it.each(['10.0.0.0/8', '0.0.0.0/0', '192.0.2.7', '::1', 'fd00::/8', '2001:db8::/128'])(
    'may name %s',
    (text) => {
      expect(isNetwork(text)).toBe(true)
    },
  )

  it.each(['', 'localhost', '10.0.0/8', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'])(
    'may not name %j',
    (text) => {
      expect(isNetwork(text)).toBe(false)
    },
  )
})
