import { describe, expect, it } from 'vitest'
import { readAgent } from './agents.ts'
import { CHROME } from './fixtures/tracked-email.ts'
import { judgeHit } from './verdict.ts'
import type { Hit } from './verdict.ts'

const SENT = new Date('2030-01-01T00:00:00Z')
const after = (ms: number) => new Date(SENT.getTime() + ms)
const email = { sentAt: SENT, linkCount: 4 }

const hit = (overrides: Partial<Hit> = {}): Hit => ({
  kind: 'open',
  link: null,
  isHead: false,
  isPrefetch: false,
  userAgent: CHROME,
  place: 'a',
  at: after(60_000),
  ...overrides,
})
const click = (link: number, ms: number, place = 'a'): Hit =>
  hit({ kind: 'click', link, at: after(ms), place })

describe('a User-Agent', () => {
  it.each([
    ['', 'none'],
    ['Mozilla/5.0', 'apple_privacy'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
      'gmail_prefetch',
    ],
    [
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      'image_proxy',
    ],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'image_proxy'],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 'scanner'],
    ['BarracudaCentral/1.0', 'scanner'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'scanner'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0.0.0 Safari/537.36', 'scanner'],
    ['python-requests/2.31.0', 'library'],
    ['curl/8.5.0', 'library'],
    ['Go-http-client/2.0', 'library'],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'mail_client'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.0', 'mail_client'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
      'browser',
    ],
    [CHROME, 'browser'],
    ['Roundcube something', 'unknown'],
  ])('%j is %s', (userAgent, agent) => expect(readAgent(userAgent)).toBe(agent))
})

describe('an open', () => {
  const judge = (overrides: Partial<Hit>) => judgeHit(hit(overrides), { email, clicks: [] })

  it.each([
    [{}, 'human', ['browser']],
    [{ userAgent: 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)' }, 'human', ['mail_client']],
    [{ userAgent: 'x (via ggpht.com GoogleImageProxy)' }, 'human', ['image_proxy']],
    [
      { userAgent: 'x (via ggpht.com GoogleImageProxy)', at: after(5_000) },
      'unknown',
      ['image_proxy', 'soon'],
    ],
    [{ userAgent: 'Roundcube something' }, 'unknown', ['unknown']],
    [{ userAgent: 'Mozilla/5.0' }, 'machine', ['apple_privacy']],
    [{ userAgent: '' }, 'machine', ['no_user_agent']],
    [{ isHead: true }, 'machine', ['head_request']],
    [{ isPrefetch: true }, 'machine', ['prefetch']],
    [{ at: after(500) }, 'machine', ['too_soon']],
    [{ at: after(-500) }, 'machine', ['too_soon']],
    [
      { at: after(500), isHead: true, userAgent: 'curl/8' },
      'machine',
      ['head_request', 'library', 'too_soon'],
    ],
  ])('%j is by a %s', (overrides, verdict, reasons) => {
    expect(judge(overrides)).toEqual({ verdict, reasons })
  })

  it('of an email that is not sent yet is by a machine', () => {
    const judged = judgeHit(hit(), { email: { ...email, sentAt: null }, clicks: [] })
    expect(judged).toEqual({ verdict: 'machine', reasons: ['too_soon'] })
  })
})

describe('a click', () => {
  const judge = (one: Hit, others: Hit[], linkCount = 4) =>
    judgeHit(one, { email: { ...email, linkCount }, clicks: [one, ...others] }).reasons

  const head = (ms: number, place = 'a'): Hit => ({ ...click(1, ms, place), isHead: true })
  const by = (userAgent: string): Hit => ({ ...click(0, 61_000), userAgent })
  const ahead: Hit = { ...click(0, 59_000), isPrefetch: true }

  it('alone is by a person', () => {
    expect(judgeHit(click(0, 60_000), { email, clicks: [click(0, 60_000)] }).verdict).toBe('human')
  })

  it.each([
    { beside: 'three links within a moment', others: [click(1, 61_000), click(2, 62_000)], is: 'all_links' },
    { beside: 'three links, one before', others: [click(1, 58_000), click(2, 62_000)], is: 'all_links' },
    { beside: 'three links in a minute', others: [click(1, 80_000), click(2, 100_000)], is: 'browser' },
    { beside: 'two links of several', others: [click(1, 61_000)], is: 'browser' },
    { beside: 'both links of an email with two', others: [click(1, 61_000)], linkCount: 2, is: 'all_links' },
    {
      beside: 'the same link again',
      others: [click(0, 61_000), click(0, 62_000)],
      linkCount: 1,
      is: 'browser',
    },
    { beside: 'a HEAD request from the same place', others: [head(90_000)], is: 'with_machine' },
    { beside: 'a HEAD request from another place', others: [head(90_000, 'b')], is: 'browser' },
    { beside: 'a HEAD request long after', others: [head(200_000)], is: 'browser' },
    { beside: 'a library from the same place', others: [by('curl/8')], is: 'with_machine' },
    { beside: 'a scanner from the same place', others: [by('BarracudaCentral/1.0')], is: 'with_machine' },
    { beside: 'its own browser that looked ahead', others: [ahead], is: 'browser' },
  ])('beside $beside', ({ others, linkCount, is }) => {
    expect(judge(click(0, 60_000), others, linkCount)).toEqual([is])
  })

  it('right after sending makes the next ones from its place suspect too', () => {
    expect(judge(click(0, 30_000), [click(0, 500)])).toEqual(['with_machine'])
  })

  it('of a machine names what shows it, not its neighbours', () => {
    expect(judge({ ...click(0, 60_000), isHead: true }, [head(61_000)])).toEqual(['head_request'])
  })
})
