import { describe, expect, it } from 'vitest'
import { readFeed } from './read-feed.ts'

const URL_OF_FEED = 'https://blog.test/feed.xml'
const read = (text: string) => readFeed({ text, url: URL_OF_FEED })
const feedOf = (text: string) => {
  const reading = read(text)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.feed
}
const rss = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Blog</title><link>https://blog.test/</link>${items}</channel></rss>`

describe('RSS', () => {
  it('is read with its items, newest first', () => {
    const text = `<?xml version="1.0"?>
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel><title>Blog &amp; more</title><atom:link rel="self" href="https://blog.test/self"/><link>https://blog.test/</link>
        <description>All &lt;b&gt;news&lt;/b&gt;</description>
        <image><title>Logo</title><url>https://blog.test/logo.png</url><link>https://other.test</link></image>
        <item><guid isPermaLink="false">1</guid><title>Old</title><link>/old</link><pubDate>Mon, 02 Feb 2026 10:00:00 GMT</pubDate></item>
        <item><guid>2</guid><title><![CDATA[New & <i>shiny</i>]]></title><media:title>Other</media:title><link>https://blog.test/new?a=1&amp;b=2</link>
          <description><![CDATA[<p>Read <script>alert(1)</script>this &amp; that</p>]]></description><dc:creator>Ada</dc:creator>
          <media:thumbnail url="/new.png"/><pubDate>Tue, 03 Feb 2026 10:00:00 +0100</pubDate></item>
      </channel></rss>`
    expect(feedOf(text)).toEqual({
      title: 'Blog & more',
      url: 'https://blog.test/',
      description: 'All news',
      items: [
        {
          id: '2',
          title: 'New & shiny',
          url: 'https://blog.test/new?a=1&b=2',
          summary: 'Read this & that',
          image: 'https://blog.test/new.png',
          author: 'Ada',
          publishedAt: '2026-02-03T09:00:00.000Z',
        },
        {
          id: '1',
          title: 'Old',
          url: 'https://blog.test/old',
          summary: null,
          image: null,
          author: null,
          publishedAt: '2026-02-02T10:00:00.000Z',
        },
      ],
    })
  })

  it('is read in its version 1.0, whose items stand beside the channel', () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel><title>Blog</title><link>https://blog.test/</link></channel>
      <item><title>One</title><link>https://blog.test/1</link></item></rdf:RDF>`
    expect(feedOf(text)).toMatchObject({
      title: 'Blog',
      items: [{ title: 'One', id: 'https://blog.test/1' }],
    })
  })
})

describe('Atom', () => {
  const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><link rel="self" href="/self"/><link href="https://blog.test/"/>
    <entry><id>urn:1</id><title type="xhtml"><div>One <b>bold</b></div></title><link rel="enclosure" href="/a.mp3"/><link rel="alternate" href="/1"/>
    <author><name>Ada</name><email>ada@blog.test</email></author><updated>2026-02-03T10:00:00Z</updated>
    <content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>`

  it('is read, also with a prefix', () => {
    const expected = {
      title: 'Blog',
      url: 'https://blog.test/',
      items: [
        {
          id: 'urn:1',
          title: 'One bold',
          url: 'https://blog.test/1',
          summary: 'Text',
          author: 'Ada',
          publishedAt: '2026-02-03T10:00:00.000Z',
        },
      ],
    }
    expect(feedOf(ATOM)).toMatchObject(expected)
    const prefixed = ATOM.replaceAll(
      /<(\/?)(feed|title|link|entry|id|author|name|updated|content)/g,
      '<$1a:$2',
    )
    expect(feedOf(prefixed)).toMatchObject(expected)
  })
})

describe('JSON Feed', () => {
  it('is read', () => {
    const text = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Blog',
      home_page_url: 'https://blog.test/',
      items: [
        {
          id: 7,
          url: '/7',
          content_html: '<p>Text</p>',
          authors: [{ name: 'Ada' }],
          image: 'https://blog.test/7.png',
        },
        'none',
      ],
    })
    expect(feedOf(`\uFEFF ${text}`)).toMatchObject({
      title: 'Blog',
      items: [{ id: '7', title: 'Text', summary: 'Text', author: 'Ada', url: 'https://blog.test/7' }],
    })
  })

  it.each([
    ['{"items": 7}', 'no items'],
    ['{"items": [}', 'not valid JSON'],
    [`{"items": ${'['.repeat(500_000)}`, 'not valid JSON'],
  ])('is refused if it is none', (text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) as unknown })
  })
})

describe('hostile feeds', () => {
  it('have addresses of the web only', () => {
    const urls = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://[',
      `/${'x'.repeat(3000)}`,
    ]
    const items = urls.map((url) => `<item><title>t</title><link>${url}</link></item>`).join('')
    expect(feedOf(rss(items)).items.map(({ url }) => url)).toEqual([null, null, null, null, null])
    const [braces] = feedOf(rss('<item><title>t</title><link>https://a.test/{{x}}#{y}</link></item>')).items
    expect(braces?.url).toBe('https://a.test/%7B%7Bx%7D%7D#%7By%7D')
  })

  it('cannot declare entities', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">${Array.from(
      { length: 9 },
      (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${`&${n === 0 ? 'a' : 'b'.repeat(n)};`.repeat(10)}">`,
    ).join(
      '',
    )}<!ENTITY file SYSTEM "file:///etc/passwd">]>${rss('<item><title>x&bbbbbbbbb;&file;</title></item>').replace(/^<\?.*?\?>/, '')}`
    expect(feedOf(bomb).items).toMatchObject([{ title: 'x&bbbbbbbbb;&file;' }])
  })

  it('have at most 200 items, and texts of a bounded length', () => {
    const long = 'word '.repeat(20_000)
    const items = `<item><title>${long}</title><description>${long}</description><guid>${long}</guid></item>`
    const feed = feedOf(rss(items + '<item><title>t</title></item>'.repeat(300)))
    expect(feed.items).toHaveLength(200)
    const [first] = feed.items
    expect([first?.title.length, first?.summary?.length, first?.id.length]).toEqual([300, 1_000, 1_000])
    expect(first?.title.endsWith('…')).toBe(true)
  })

  it.each([
    ['deep nesting', '<rss>'.repeat(100_000), 'nested more than 100 levels'],
    ['a cut document', rss('').slice(0, -10), 'ends in the middle'],
    ['HTML', '<!doctype html><html><body><title>Blog</title></body></html>', 'neither RSS'],
    ['nothing', '', 'neither RSS'],
    ['words', 'Not found', 'neither RSS'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><rss></rss>', 'UTF-8'],
  ])('are refused with a reason: %s', (_, text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) as unknown })
  })

  it('keep nothing that the database cannot store', () => {
    expect(feedOf(rss('<item><title>a&#0;b\ud800</title></item>')).items[0]?.title.isWellFormed()).toBe(true)
  })

  it('leave out items without anything to show', () => {
    expect(feedOf(rss('<item></item><item><guid>x</guid></item>')).items).toEqual([])
  })
})
