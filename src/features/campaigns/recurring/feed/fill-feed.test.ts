import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../../platform/liquid/compile.ts'
import type { FeedDocument } from './feed.threads.ts'
import { fillFeed } from './fill-feed.ts'

const item = (title: string, more: Partial<FeedDocument['items'][number]> = {}) => ({
  id: title,
  title,
  url: `https://blog.test/${title.length}`,
  summary: null,
  image: null,
  author: null,
  publishedAt: null,
  ...more,
})
const FEED: FeedDocument = {
  title: 'Blog & more',
  url: 'https://blog.test/',
  description: null,
  items: [item('One'), item('Two <b>', { image: 'https://blog.test/two.png' })],
}

const fill = (source: string, { feed = FEED, isHtml = true } = {}): string => {
  const filling = fillFeed({ texts: [{ field: 'body', isHtml, source }], feed })
  if (!filling.ok) throw new Error(filling.reason)
  return filling.texts[0] ?? ''
}

describe('the feed', () => {
  it('is filled in, escaped for HTML, and only there', () => {
    expect(fill('<p>{{ feed.title }}</p>')).toBe('<p>Blog &amp; more</p>')
    expect(fill('{{ feed.title }}', { isHtml: false })).toBe('Blog & more')
  })

  it.each([
    ['{% for item in feed.items %}{{ item.title }},{% endfor %}', 'One,Two &lt;b&gt;,'],
    ['{% for i in feed.items limit: 1 %}{{ forloop.index }} {{ i["title"] | upcase }}{% endfor %}', '1 ONE'],
    ['{% for i in feed.items %}{% if i.image %}img{% else %}no{% endif %} {% endfor %}', 'no img '],
    ['{% for i in feed.items %}{% if forloop.last %}{% break %}{% endif %}x{% endfor %}', 'x'],
    ['{% assign first = feed.items | first %}{{ first.title }}', 'One'],
    ['{% if feed.items.size > 1 %}many{% endif %}', 'many'],
    ['{% case feed.items.size %}{% when 2 %}two{% else %}other{% endcase %}', 'two'],
  ])('is read by Liquid: %s', (source, expected) => {
    expect(fill(source)).toBe(expected)
  })
})

describe('what depends on the recipient', () => {
  it.each([
    ['Hello {{ name | default: "you" }}'],
    ['{% if vip %}a{% elsif data.plan == "pro" %}b{% else %}c{% endif %}'],
    ['{% for order in data.orders %}{{ order.title }}{{ forloop.index }}{% break %}{% endfor %}'],
    ['{% assign x = name %}{% capture y %}{{ x }}{% endcapture %}{{ y }}'],
    ['{% raw %}{{ feed.title }}{% endraw %}'],
    ['{% comment %}{{ feed.title }}{% endcomment %}'],
    ['<a href="{{ unsubscribeUrl }}">{{ "feed" }}</a>'],
    ['{% liquid\n assign a = name\n echo a %}'],
    ['{% increment n %}{% cycle "a", "b" %}'],
  ])('stays as it is: %s', (source) => {
    expect(fill(source)).toBe(source)
  })

  it('stays within the items, and around them', () => {
    expect(fill('{% for item in feed.items %}{{ item.title | slice: 0 }} for {{ name }}. {% endfor %}')).toBe(
      'O for {{ name }}. T for {{ name }}. ',
    )
    expect(fill('{% if vip %}{{ feed.title }}{% endif %}')).toBe('{% if vip %}Blog &amp; more{% endif %}')
    expect(fill('{% for item in data.items %}{{ item.title }}{% endfor %}')).toBe(
      '{% for item in data.items %}{{ item.title }}{% endfor %}',
    )
  })

  it.each([
    ['{{ feed.title | append: name }}'],
    ['{% if feed.title == favourite %}{% endif %}'],
    ['{% for item in feed.items limit: count %}{% endfor %}'],
    ['{% for item in feed.items %}{% if item.title == x %}{% endif %}{% endfor %}'],
    ['{% for item in feed.items %}{% if vip %}{% break %}{% endif %}{% endfor %}'],
    ['{% if vip %}{% elsif feed.title %}{% endif %}'],
    ['{% if vip %}{% assign x = feed.title %}{% endif %}'],
    ['{% liquid\n assign a = feed.title\n echo a %}'],
  ])('cannot be mixed with the feed: %s', (source) => {
    expect(() => fill(source)).toThrow(/the feed/)
  })
})

describe('hostile items', () => {
  const HOSTILE = [
    '{{ email }}',
    '{% for i in (1..1000000) %}x{% endfor %}',
    '{{{ email }}}',
    '{% raw %}',
    '{%- comment -%}',
    '"><script>alert(1)</script>',
    'lqd0z',
    '\uE9AB{ email }}',
  ]

  it.each(HOSTILE)('are printed as text: %s', (title) => {
    const feed = { ...FEED, items: [item(title)] }
    const source =
      '{% for i in feed.items %}<a title="{{ i.title }}">{{ i.title }}</a> {{ name }}{% endfor %}'
    const filled = fill(source, { feed })
    const { html } = compileTemplate({ subject: '', html: filled, text: '' }).render({
      name: 'Ada',
      email: 'ada@secret.test',
    })
    const shown = title
      .replaceAll('\uE9AB', '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    expect(html.toString()).toContain(`>${shown.replaceAll('"', '&#34;')}</a> Ada`)
    expect(html.toString()).not.toContain('ada@secret.test')
  })

  it('cannot form Liquid together', () => {
    const feed = { ...FEED, items: [item('{'), item('{ email }}')] }
    const filled = fill('{% for i in feed.items %}{{ i.title }}{% endfor %}', { feed, isHtml: false })
    const { subject } = compileTemplate({ subject: filled, html: '', text: '' }).render({ email: 'secret' })
    expect(subject).toBe('{{ email }}')
  })

  it('that make it too long are an error of the author, with the field', () => {
    const source = `{% for a in feed.items %}{% for b in feed.items %}${'{{ a.title }}'.repeat(10)}{% endfor %}{% endfor %}`
    const items = Array.from({ length: 50 }, () => item('x'.repeat(300)))
    const filling = fillFeed({
      texts: [{ field: 'body', isHtml: true, source: `{% for c in feed.items %}${source}{% endfor %}` }],
      feed: { ...FEED, items },
    })
    expect(filling).toMatchObject({ ok: false, field: 'body' })
  })
})
