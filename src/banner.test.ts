import { describe, expect, it } from 'vitest'
import { banner } from './banner.ts'
import { readConfig } from './platform/config.ts'

const firstBanner = (settings: Record<string, string>) =>
  banner(
    {
      config: readConfig(settings),
      address: 'http://127.0.0.1:3000',
      cluster: undefined,
      firstStart: { secretKey: 'sk_secret', publicKey: 'pk_public' },
      setupToken: undefined,
      warning: undefined,
      stop: () => Promise.resolve(),
    },
    'all',
  )

describe('the example of a first start', () => {
  it('sends from a name for tests, which the inbox takes', () => {
    expect(firstBanner({})).toContain('"from":"me@shop.test"')
  })

  it('adds a domain first where email goes to a relay', () => {
    const text = firstBanner({ MAIL_TRANSPORT: 'smtp://relay.example.com' })
    expect(text).not.toContain('shop.test')
    expect(text).toMatch(/\/domains .*\n.*"domain":"example\.com".*\n.*\/verify .*\n.*\/v1\/send /)
  })
})
