import { describe, expect, it } from 'vitest'
import { linksOf, MOST_LINKS, writtenUrls } from './email-links.ts'

const urlsOf = (html: string, text = '') => linksOf({ html, text }).map(({ url }) => url)

describe('the links of an email', () => {
  it('are those of the HTML with their words, decoded, then those that are written out, each once', () => {
    const html = `<style>a{background:url(https://no.test/style)}</style>
      <p>Hi <a href="https://app.test/confirm?a=1&amp;b=%20x"> Confirm <b>your</b>
      address</a> or copy https://app.test/plain. <a href='https://app.test/logo'><img alt="The Shop"></a>
      <map><area href="https://app.test/area" alt="Map"></map></p>`
    expect(linksOf({ html, text: 'See https://app.test/plain and https://app.test/text' })).toEqual([
      { url: 'https://app.test/confirm?a=1&b=%20x', text: 'Confirm your address' },
      { url: 'https://app.test/logo', text: 'The Shop' },
      { url: 'https://app.test/area', text: 'Map' },
      { url: 'https://app.test/plain', text: null },
      { url: 'https://app.test/text', text: null },
    ])
  })

  it('include mailto and the schemes of apps, and nothing that leads nowhere', () => {
    const hrefs = [
      'mailto:a@b.test',
      'myapp://login?token=1',
      '#top',
      '/relative',
      'javascript:alert(1)',
      'cid:logo',
      '',
    ]
    expect(urlsOf(hrefs.map((href) => `<a href="${href}">x</a>`).join(''))).toEqual([
      'mailto:a@b.test',
      'myapp://login?token=1',
    ])
  })

  it('end before the punctuation of their sentence', () => {
    const text = `(see https://a.test/x_(y)), <https://b.test/>; "https://c.test/?q=1&r=2"! https://d.test/a,b... [https://e.test]
      https://f.test/ü?x=é https://`
    expect(writtenUrls(text)).toEqual([
      'https://a.test/x_(y)',
      'https://b.test/',
      'https://c.test/?q=1&r=2',
      'https://d.test/a,b',
      'https://e.test',
      'https://f.test/ü?x=é',
    ])
  })

  it('survive broken HTML', () => {
    expect(urlsOf('<a href="https://a.test/1">one <a href="https://a.test/2">two')).toEqual([
      'https://a.test/1',
      'https://a.test/2',
    ])
    expect(urlsOf('</style></a><p>https://a.test/3')).toEqual(['https://a.test/3'])
  })

  it('are limited in number', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `https://a.test/${index}`)
    expect(urlsOf(many.map((url) => `<a href="${url}">x</a>`).join(''))).toHaveLength(MOST_LINKS)
    expect(urlsOf('', many.join(' '))).toHaveLength(MOST_LINKS)
  })
})
