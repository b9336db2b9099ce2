import { describe, expect, it } from 'vitest'
import { banner } from './banner.ts'
import { readConfig } from './platform/config.ts'
import type { Role } from './roles.ts'

const firstBanner = (settings: Record<string, string>, { role = 'all' }: { role?: Role } = {}) =>
  banner(
    {
      config: readConfig(settings),
      address: role === 'worker' ? undefined : 'http://127.0.0.1:3000',
      cluster: undefined,
      firstStart: { secretKey: 'sk_secret', publicKey: 'pk_public' },
      setupToken: undefined,
      warning: undefined,
      stop: () => Promise.resolve(),
    },
    role,
  )

describe('the example of a first start', () => {
  it('sends from a name for tests, which the inbox takes', () => {
    expect(firstBanner({})).toContain('"from":"me@shop.test"')
  })

  it('is left out where nothing answers, and the keys are shown', () => {
    const text = firstBanner({}, { role: 'worker' })
    expect(text).toContain('sk_secret')
    expect(text).not.toContain('curl')
    expect(text).not.toContain('Try it')
  })

  it('adds a domain first where email goes to a relay', () => {
    const text = firstBanner({ MAIL_TRANSPORT: 'smtp://relay.example.com' })
    expect(text).not.toContain('shop.test')
    expect(text).toMatch(/\/domains .*\n.*"domain":"example\.com".*\n.*\/verify .*\n.*\/v1\/send /)
  })
})
