import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '../../test/support/test-app.ts'
import { readConfig } from './config.ts'
import { ensureKeyFingerprint, savePublicUrl } from './db/installation.ts'
import { createPublicUrl, describeBadLinks, isThisMachine, mailHostOf } from './public-url.ts'

const test = useTestApp()

const LIFETIME_MS = 10_000

beforeEach(async () => {
  const { db } = test.deps.database
  await db.deleteFrom('installation').execute()
  await ensureKeyFingerprint(db, 'the key of a test')
})

const tell = (url: string, isSet: boolean) => savePublicUrl(test.deps.database.db, { url, isSet })

const build = (settings: Record<string, string> = {}, isServing = false) => {
  const config = readConfig({ PORT: '4000', ...settings })
  return createPublicUrl({ ...test.deps, config }, { isServing })
}

describe('a node that only sends email', () => {
  it('uses what the nodes that answer HTTP have said, as soon as they have', async () => {
    const publicUrl = build()
    expect(await publicUrl.find()).toBe('http://localhost:4000')
    await tell('http://localhost:3000', false)
    expect(await publicUrl.find()).toBe('http://localhost:3000')
    expect(publicUrl.last()).toBe('http://localhost:3000')
  })

  it('follows a change within seconds', async () => {
    const publicUrl = build()
    await tell('https://old.example.com', true)
    expect(await publicUrl.find()).toBe('https://old.example.com')
    await tell('https://new.example.com', true)
    test.clock.advance(LIFETIME_MS)
    expect(await publicUrl.find()).toBe('https://new.example.com')
  })

  it('prefers what was set to what a node takes for its own address', async () => {
    await tell('http://localhost:3000', false)
    await tell('https://mail.example.com', true)
    await tell('http://localhost:3001', false)
    expect(await build().find()).toBe('https://mail.example.com')
  })

  it('makes no query where PUBLIC_URL is set', async () => {
    await tell('https://other.example.com', true)
    const publicUrl = build({ PUBLIC_URL: 'https://mail.example.com' })
    expect([publicUrl.last(), await publicUrl.find()]).toEqual(Array(2).fill('https://mail.example.com'))
  })
})

it('a node that answers HTTP is its own address', async () => {
  await tell('https://other.example.com', true)
  expect(await build({}, true).find()).toBe('http://localhost:4000')
})

describe('the name of the mail server', () => {
  it('is MAIL_HOSTNAME, or the host of the address', () => {
    expect(mailHostOf({ MAIL_HOSTNAME: 'mx.example.com' }, 'https://a.example')).toBe('mx.example.com')
    expect(mailHostOf({ MAIL_HOSTNAME: undefined }, 'https://a.example:8443/x')).toBe('a.example')
  })
})

describe('the warning about links', () => {
  const warningOf = (url: string, MAIL_TRANSPORT = 'smtp://relay.example.com') =>
    describeBadLinks(readConfig({ MAIL_TRANSPORT }), url)

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.1.2.3:80/x',
    'http://[::1]:3000',
    'http://a.localhost',
    'http://0.0.0.0:3000',
  ])('is there for %s', (url) => {
    expect(warningOf(url)).toContain(`lead to ${url}, which only this machine can open. Set PUBLIC_URL`)
  })

  it.each(['http://mail.example.com', 'http://192.168.0.7:3000', 'http://mailserver'])(
    'says what %s costs marketing email',
    (url) => {
      expect(warningOf(url)).toContain(`begin with ${url}, which is not https`)
      expect(warningOf(url)).toContain('List-Unsubscribe-Post')
    },
  )

  it('is not there for an https address', () => {
    expect(warningOf('https://mail.example.com')).toBeUndefined()
  })

  it('is not there for email that stays on this machine', () => {
    expect(warningOf('http://localhost:3000', 'inbox:')).toBeUndefined()
  })
})

it.each(['localhost.example.com', '128.0.0.1', 'relay.example.com', '::2'])(
  '%s is another machine',
  (host) => {
    expect(isThisMachine(host)).toBe(false)
  },
)
