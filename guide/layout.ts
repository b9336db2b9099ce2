// The HTML around a page.
import { DECISIONS } from './contents.ts'
import type { Contents, Group } from './contents.ts'
import { escapeHtml } from './html.ts'
import type { Links } from './links.ts'
import { SUMMARY } from './llms.ts'
import type { SourcePage } from './pages.ts'
import type { Heading, RenderedPage } from './render.ts'

export type Site = {
  contents: Contents
  links: Links
  base: string
  /** The built script and style sheets. */
  assets: { script: string; styles: readonly string[] }
  /** Whether an instance serves the guide: then it links to the dashboard and the API reference beside it. */
  isServed: boolean
}

type ShownPage = { page: SourcePage; rendered: RenderedPage }

/** Longer lists of sections are shortened to the larger ones. */
const MOST_HEADINGS = 24

export function layOut({ page, rendered }: ShownPage, site: Site): string {
  const { links } = site
  return document(site, {
    title: `${page.title} – Lettermill`,
    summary: rendered.summary,
    head: `<link rel="alternate" type="text/markdown" href="${links.markdownHrefOf(page)}">`,
    hasMenu: true,
    body: `<div class="columns">
${navigation(site, page)}
<main id="content">
<article>
${rendered.html}
</article>
<footer>
<p><a href="${links.markdownHrefOf(page)}">This page as Markdown</a></p>
${neighbours(site, page)}
</footer>
</main>
${sections(rendered.headings)}
</div>`,
  })
}

/** The first page shows the contents themselves. */
export function layOutStart(site: Site): string {
  const { contents, links } = site
  const cards = contents.groups.filter(({ title }) => title !== DECISIONS).map((group) => card(group, links))
  return document(site, {
    title: 'Lettermill documentation',
    summary: SUMMARY,
    head: '',
    hasMenu: false,
    body: `<main id="content" class="start">
<h1>Documentation</h1>
<p class="lead">${contents.introHtml}</p>
<div class="cards">
${cards.join('\n')}
</div>
</main>`,
  })
}

export function layOutMissing(site: Site): string {
  return document(site, {
    title: 'Page not found – Lettermill',
    summary: SUMMARY,
    head: '<meta name="robots" content="noindex">',
    hasMenu: false,
    body: `<main id="content" class="start"><h1>Page not found</h1>
<p class="lead">The documentation has no page at this address. <a href="${home(site)}">See all pages</a>, or search.</p></main>`,
  })
}

const home = ({ base, isServed }: Site): string => (isServed ? base.replace(/\/$/, '') : `${base}index.html`)

type DocumentParts = { title: string; summary: string; head: string; hasMenu: boolean; body: string }

function document(site: Site, { title, summary, head, hasMenu, body }: DocumentParts): string {
  const { assets, base, isServed } = site
  const instance = '<a href="/docs/">API reference</a><a href="/app">Dashboard</a>'
  return `<!doctype html>
<html lang="en" data-base="${escapeHtml(base)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summary)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${base}favicon.svg">
<script src="${base}theme.js"></script>
${assets.styles.map((file) => `<link rel="stylesheet" href="${base}${file}">`).join('\n')}
<script type="module" src="${base}${assets.script}"></script>
${head}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
${hasMenu ? '<a class="menu" href="#contents">Menu</a>' : ''}
<a class="brand" href="${home(site)}"><img src="${base}favicon.svg" alt="" width="20" height="20">Lettermill</a>
<button type="button" class="search" hidden><span>Search</span><kbd>/</kbd></button>
<nav class="links" aria-label="Lettermill">${isServed ? instance : ''}</nav>
<button type="button" class="theme" hidden aria-label="Change between light and dark"></button>
</header>
${body}
<dialog class="search-box" aria-label="Search"></dialog>
</body>
</html>
`
}

function navigation({ contents, links }: Site, current: SourcePage): string {
  const items = ({ pages }: Group) =>
    `<ul>${pages
      .map(({ page }) => {
        const mark = page.source === current.source ? ' aria-current="page"' : ''
        return `<li><a href="${links.hrefOf(page)}"${mark}>${escapeHtml(page.title)}</a></li>`
      })
      .join('')}</ul>`
  const groups = contents.groups.map((group) => {
    const isOpen = group.pages.some(({ page }) => page.source === current.source)
    return group.title === DECISIONS
      ? `<details${isOpen ? ' open' : ''}><summary>${group.title}</summary>${items(group)}</details>`
      : `<h2>${escapeHtml(group.title)}</h2>${items(group)}`
  })
  return `<nav id="contents" class="contents" aria-label="Pages"><a class="close" href="#content">Close</a>
${groups.join('\n')}</nav>`
}

function sections(headings: readonly Heading[]): string {
  const below = headings.filter(({ depth }) => depth === 2 || depth === 3)
  const shown = below.length > MOST_HEADINGS ? below.filter(({ depth }) => depth === 2) : below
  if (shown.length < 2) return '<aside></aside>'
  const items = shown.map(
    ({ depth, anchor, title }) =>
      `<li class="depth-${depth}"><a href="#${anchor}">${escapeHtml(title)}</a></li>`,
  )
  return `<aside><nav aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${items.join('')}</ul></nav></aside>`
}

/** The pages before and after, in the order of the contents. */
function neighbours({ contents, links }: Site, current: SourcePage): string {
  const order = contents.groups.filter(({ title }) => title !== DECISIONS).flatMap(({ pages }) => pages)
  const at = order.findIndex(({ page }) => page.source === current.source)
  const link = (index: number, label: string, className: string) => {
    const page = at < 0 ? undefined : order[index]?.page
    return page
      ? `<a class="${className}" href="${links.hrefOf(page)}"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : ''
  }
  return `<nav class="neighbours" aria-label="Next pages">${at > 0 ? link(at - 1, 'Previous', 'previous') : ''}${link(at + 1, 'Next', 'next')}</nav>`
}

function card({ title, pages }: Group, links: Links): string {
  const items = pages.map(
    ({ page, summary }) =>
      `<li><a href="${links.hrefOf(page)}">${escapeHtml(page.title)}</a> <span>${escapeHtml(summary)}</span></li>`,
  )
  return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('\n')}</ul></section>`
}
