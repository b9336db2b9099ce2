// The guide is put together out of docs/: every link in it leads somewhere, and every page is in its contents.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTENTS, readPages } from '../../guide/pages.ts'
import type { SourcePage } from '../../guide/pages.ts'
import { writeSite } from '../../guide/site.ts'
import { ROOT } from '../harness/node-process.ts'

const ASSETS = { script: 'assets/main.js', styles: ['assets/main.css'] }

const write = (pages: readonly SourcePage[], { base = '/guide/', isServed = true } = {}) =>
  writeSite({
    root: ROOT,
    pages,
    isFile: (file) => existsSync(path.join(ROOT, file)),
    base,
    isServed,
    assets: ASSETS,
  })

/** A guide of the contents and one page, without the decisions. */
const small = (contents: string, text: string): SourcePage[] => [
  { source: CONTENTS, name: '', title: 'Documentation', text: `# Documentation\n\nAbout it.\n\n${contents}` },
  { source: 'docs/sending.md', name: 'sending', title: 'Sending', text: `# Sending\n\n${text}` },
]
const LISTED = '## Send\n\n- [Sending](sending.md): one email\n'

describe('the guide', () => {
  let files: Map<string, string>
  beforeAll(() => {
    files = write(readPages(ROOT))
  })

  it('has every document as a page and as Markdown', () => {
    for (const name of [
      'sending',
      'guides/nextjs',
      'providers/ses',
      'runbooks',
      'changelog',
      'adr/0001-one-package',
    ]) {
      expect(files.get(`${name}.html`)).toContain('<h1>')
      expect(files.get(`${name}.md`)).toMatch(/^# /)
    }
  })

  it('has links in the Markdown that lead to Markdown of the guide', () => {
    const targets = [...files]
      .filter(([name]) => name.endsWith('.md'))
      .flatMap(([, text]) => [...text.matchAll(/\]\((\/guide\/[^)#\s]*)/g)].map(([, target = '']) => target))
    expect(targets.length).toBeGreaterThan(300)
    const missing = targets.filter(
      (target) => !target.startsWith('/guide/pictures/') && !files.has(target.slice('/guide/'.length)),
    )
    expect(missing).toEqual([])
  })

  it('has links in the pages that lead to pages and to elements in them', () => {
    const dead = [...files]
      .filter(([name]) => name.endsWith('.html'))
      .flatMap(([name, html]) =>
        [...html.matchAll(/href="([^"]*)"/g)]
          .map(([, target = '']) => target)
          .filter((target) => leadsNowhere(files, target, html))
          .map((target) => `${name}: ${target}`),
      )
    expect(dead).toEqual([])
  })

  it('has an index for language models with every page, and the text of all', () => {
    const index = files.get('llms.txt') ?? ''
    expect(index).toMatch(/^# Lettermill\n\n> Lettermill is /)
    const listed = [...index.matchAll(/^- \[.+?\]\(\/guide\/(.+?)\)/gm)].map(([, name = '']) => name)
    const pages = [...files.keys()].filter((name) => name.endsWith('.md') && name !== 'index.md')
    expect(listed.toSorted()).toEqual(pages.toSorted())
    expect(files.get('llms-full.txt')).toContain('# Moving from Postmark')
  })

  it('has inline neither styles nor scripts, which its policy forbids', () => {
    const inline = [...files]
      .filter(([name]) => name.endsWith('.html'))
      .flatMap(([, html]) =>
        html.replaceAll(/<(pre|code)[^]*?<\/\1>/g, '').match(/ style="|<style|<script>| on\w+="/g),
      )
    expect(inline.filter((found) => found !== null)).toEqual([])
  })

  it('names files in links where it is built for any web server, below any path', () => {
    const built = write(readPages(ROOT), { base: '/help/', isServed: false })
    const page = built.get('sending.html') ?? ''
    expect(page).toContain('href="/help/templates.html"')
    expect(page).not.toMatch(/="\/(guide|app|docs)[/"]/)
  })
})

/** Whether a link of a page has no target. The bundler writes the assets. */
function leadsNowhere(files: ReadonlyMap<string, string>, target: string, html: string): boolean {
  const [file = '', anchor] = target.split('#')
  if (/^https?:|^\/(docs\/|app)$|\/assets\/|favicon\.svg$/.test(file)) return false
  const name = file.replace(/^\/guide\/?/, '') || (file === '' ? '' : 'index')
  const page = file === '' ? html : (files.get(name) ?? files.get(`${name}.html`))
  return page === undefined || (anchor !== undefined && !page.includes(`id="${anchor}"`))
}

describe('a page', () => {
  it.each([
    ['a page that does not exist', '[x](none.md)', 'dead link: docs/sending.md: none.md'],
    ['a heading that does not exist', '[x](#none)', 'dead link: docs/sending.md: #none'],
    ['a heading of another page', '[x](README.md#none)', 'dead link: docs/sending.md: README.md#none'],
  ])('must not link to %s', (_what, text, message) => {
    expect(() => write(small(LISTED, text))).toThrow(message)
  })

  it('must be in the contents, by its own title', () => {
    expect(() => write(small('## Send\n', 'x'))).toThrow('not in docs/README.md: docs/sending.md')
    expect(() => write(small(LISTED.replace('[Sending]', '[Send]'), 'x'))).toThrow('its title is Sending')
    expect(() => write(small(`${LISTED}- [Other](other.md): x\n`, 'x'))).toThrow('a page that does not exist')
  })

  it('shows what looks like HTML as text', () => {
    const html = write(small(LISTED, 'Publish `<a>` at bounces.<domain>, <script>alert(1)</script>')).get(
      'sending.html',
    )
    expect(html).toContain('bounces.&lt;domain&gt;')
    expect(html).not.toContain('<script>alert')
  })

  it('has links to headings with punctuation and code', () => {
    const text = 'See [it](#what-mail_transport-does).\n\n## What `MAIL_TRANSPORT` does?\n\nMuch.'
    const files = write(small(LISTED, text))
    expect(files.get('sending.html')).toContain('<h2 id="what-mail_transport-does">')
    expect(files.get('sending.md')).toContain('[it](#what-mail_transport-does)')
  })

  it('keeps the text of a link to a file that is not in the guide', () => {
    const files = write(small(LISTED, 'As in [the list](../package.json).'))
    expect(files.get('sending.html')).toContain('As in the list.')
    expect(files.get('sending.md')).toContain('As in the list.')
  })
})

describe('the code of the guides', () => {
  it.each([
    ['docs/guides/express.md', 'examples/express/server.js'],
    ['docs/guides/nextjs.md', 'examples/next/lib/lettermill.ts'],
    ['docs/guides/nextjs.md', 'examples/next/app/actions.ts'],
    ['docs/guides/nextjs.md', 'examples/next/app/api/receipt/route.ts'],
    ['docs/webhooks.md', 'examples/webhook-receiver/server.js'],
  ])('in %s is that of %s, which is run', (page, file) => {
    const blocks = [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```\w+\n([^]*?)^```$/gm)]
    expect(blocks.map(([, code]) => code)).toContain(readFileSync(path.join(ROOT, file), 'utf8'))
  })
})
