import { describe, expect, it } from 'vitest'
import { clicksByUrl, drawClicks, withoutUtmTags, keepUrlVariables } from './clicked-links.ts'

describe('the links of a campaign', () => {
  it('keep their variables in the preview', () => {
    expect(keepUrlVariables('<a class="b" href="https://shop.test/{{ id }}">x</a>')).toBe(
      '<a class="b" href="{% raw %}https://shop.test/{{ id }}{% endraw %}">x</a>',
    )
  })

  it('that are not tracked stay as they are', () => {
    const body = '<a href="{{ unsubscribeUrl }}">x</a><a href="https://shop.test/">y</a>'
    expect(keepUrlVariables(body)).toBe(body)
  })

  it.each([
    ['https://a.test/?utm_source=news&utm_medium=email', 'https://a.test/'],
    ['https://a.test/x?p=1&utm_campaign=spring#top', 'https://a.test/x?p=1#top'],
    ['https://a.test/x?utm_source=n&p=1', 'https://a.test/x?p=1'],
    ['https://a.test/x?p=1', 'https://a.test/x?p=1'],
  ])('%s is compared as %s', (url, compared) => {
    expect(withoutUtmTags(url)).toBe(compared)
  })

  it('are counted together if only their tags differ', () => {
    const links = [
      { url: 'https://a.test/?utm_source=a', clicks: 2, uniqueClicks: 2 },
      { url: 'https://a.test/', clicks: 3, uniqueClicks: 1 },
    ]
    expect([...clicksByUrl(links)]).toEqual([['https://a.test/', 5]])
  })

  it('show their clicks in the email, except those of this installation', () => {
    const html =
      '<p><a title="a > b" href="https://a.test/?p=1&amp;utm_source=n"><b>One</b></a> <a href=\'https://b.test/\'>Two</a> ' +
      '<a href="https://own.test/unsubscribe/x">Leave</a> <a href="mailto:a@b.test">Write</a></p>'
    const clicks = new Map([['https://a.test/?p=1', 3]])
    const { html: drawn, urls } = drawClicks({
      html,
      clicks,
      ownUrl: 'https://own.test',
      label: (count) => `clicks: ${count}`,
    })
    expect([...urls]).toEqual(['https://a.test/?p=1', 'https://b.test/'])
    expect(drawn.replaceAll(/<span style="[^"]*">/g, '[').replaceAll('</span>', ']')).toBe(
      html.replace('</b></a>', '</b>[clicks: 3]</a>').replace('Two</a>', 'Two[clicks: 0]</a>'),
    )
  })
})
