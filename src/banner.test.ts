import { describe, expect, it } from 'vitest'
import { banner } from './banner.ts'
import { readConfig } from './platform/config.ts'
import type { Role } from './roles.ts'

const TOKEN = 'a-token-of-the-set-up-link'

type BannerOptions = { role?: Role; isTerminal?: boolean; setupToken?: string }

const firstBanner = (settings: Record<string, string>, shown: BannerOptions = {}) => {
  const { role = 'all', isTerminal = true, setupToken } = shown
  const node = {
    config: readConfig(settings),
    address: role === 'worker' ? undefined : 'http://127.0.0.1:3000',
    cluster: undefined,
    firstStart: { secretKey: 'sk_secret', publicKey: 'pk_public' },
    setupToken,
    warning: undefined,
    stop: () => Promise.resolve(),
  }
  return banner(node, role, { isTerminal })
}

describe('the end of a first start', () => {
  it('at a terminal has the set-up link and the keys, one line each, as the last thing', () => {
    const lines = firstBanner({}, { setupToken: TOKEN }).split('\n').slice(-6)
    expect(lines.slice(1, 4)).toEqual([
      `  Set-up link http://localhost:3000/setup/${TOKEN}`,
      '  Secret key  sk_secret',
      '  Public key  pk_public',
    ])
    expect(lines[0]).toBe(lines[4])
    expect(lines[5]).toContain('within the next hour')
    expect(lines[5]).toContain('shown only once')
  })

  it('elsewhere has neither, and names the command that creates a key', () => {
    const text = firstBanner({}, { isTerminal: false, setupToken: TOKEN })
    expect(text).not.toMatch(/sk_|pk_|\/setup\//)
    expect(text).toContain('npx lettermill keys create')
  })

  it('shows no keys that the settings have given', () => {
    const settings = {
      BOOTSTRAP_SECRET_KEY: `sk_${'s'.repeat(40)}`,
      BOOTSTRAP_PUBLIC_KEY: `pk_${'p'.repeat(40)}`,
    }
    const text = firstBanner(settings)
    expect(text).not.toMatch(/[sp]k_/)
    expect(text).toContain('Secret key  (as given in BOOTSTRAP_SECRET_KEY)')
    expect(text).toContain('export KEY=<secret key>')
  })
})

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
