// One document as HTML. Its Markdown contains no HTML: `<name>` in a sentence is text.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Marked } from 'marked'
import type { Tokens } from 'marked'
import { anchorOf } from './anchors.ts'
import { highlight } from './highlight.ts'
import { escapeHtml } from './html.ts'
import type { Links } from './links.ts'
import type { SourcePage } from './pages.ts'

export type Heading = { depth: number; anchor: string; title: string }
export type RenderedPage = {
  html: string
  headings: Heading[]
  /** The first paragraph as text. */
  summary: string
}

type RenderOptions = { root: string; links: Links }

export function renderPage(page: SourcePage, { root, links }: RenderOptions): RenderedPage {
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text)
        const html = this.parser.parseInline(tokens)
        headings.push({ depth, anchor, title: plainText(html) })
        if (depth === 1) return `<h1>${html}</h1>\n`
        const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${anchor}">${html} ${link}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const target = links.toPage(page, href)
        return target === undefined ? html : `<a href="${escapeHtml(target)}">${html}</a>`
      },
      image({ href, text }) {
        const source = links.toPage(page, href) ?? ''
        const file = path.join(root, path.dirname(page.source), href)
        return `<img src="${escapeHtml(source)}" alt="${escapeHtml(text)}" ${sizeOf(file)} loading="lazy">`
      },
      code: renderCode,
      html: ({ text }) => escapeHtml(text),
      table(token) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${renderTable(this, token)}</div>\n`
      },
    },
  })
  const html = marked.parse(page.text, { async: false })
  return { html, headings, summary: summaryOf(html) }
}

function renderCode({ text, lang = '' }: Tokens.Code): string {
  const label = lang === '' ? 'Code' : `Code, ${lang}`
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(text, lang)}</code></pre></div>\n`
}

type Renderer = { parser: { parseInline: (tokens: Tokens.Generic[]) => string } }

function renderTable({ parser }: Renderer, { header, rows }: Tokens.Table): string {
  const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map(({ text, tokens }) => cellOf(text === '' ? 'td' : tag, parser.parseInline(tokens))).join('')}</tr>`
  // Tables of two columns often have no headings, or one.
  const hasHeader = header.some(({ text }) => text.trim() !== '')
  const head = hasHeader ? `<thead>${row(header, 'th')}</thead>` : ''
  return `<table>${head}<tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`
}

const cellOf = (tag: 'th' | 'td', content: string): string => `<${tag}>${content}</${tag}>`

/** Width and height of a PNG, so that the page does not move while it loads. */
function sizeOf(file: string): string {
  const head = readFileSync(file).subarray(16, 24)
  return `width="${head.readUInt32BE(0)}" height="${head.readUInt32BE(4)}"`
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

const SUMMARY_CHARACTERS = 160

function summaryOf(html: string): string {
  const text = plainText(/<p>([^]*?)<\/p>/.exec(html)?.[1] ?? '')
  return text.length <= SUMMARY_CHARACTERS ? text : `${text.slice(0, SUMMARY_CHARACTERS - 1)}…`
}
