// The contents of the guide are docs/README.md: its headings are the groups, and its lists name the pages in their order.
import { marked } from 'marked'
import type { SourcePage } from './pages.ts'
import { CONTENTS } from './pages.ts'

export type ListedPage = { page: SourcePage; summary: string }
export type Group = { title: string; pages: ListedPage[] }
/** `intro` is Markdown. */
export type Contents = { title: string; intro: string; introHtml: string; groups: Group[] }

/** Decisions are many, and readers come to them by links. */
export const DECISIONS = 'Decisions'

const ITEM = /^- \[(.+?)\]\((.+?)\): (.+)$/

export function readContents(pages: readonly SourcePage[]): Contents {
  const text = pages.find(({ source }) => source === CONTENTS)?.text ?? ''
  const [head = '', ...sections] = text.split(/^## /m)
  const groups = sections.map((section) => readGroup(section, pages))
  const decisions = pages.filter(({ source }) => source.startsWith('docs/adr/'))
  const intro = head.replace(/^# .*$/m, '').trim()
  return {
    title: 'Lettermill',
    intro,
    introHtml: marked.parseInline(intro, { async: false }),
    groups: [...groups, { title: DECISIONS, pages: decisions.map((page) => ({ page, summary: '' })) }],
  }
}

function readGroup(section: string, pages: readonly SourcePage[]): Group {
  const [title = '', ...lines] = section.split('\n')
  const items = lines.filter((line) => line.startsWith('- '))
  return { title, pages: items.map((item) => readItem(item, pages)) }
}

function readItem(item: string, pages: readonly SourcePage[]): ListedPage {
  const [, title, target = '', summary = ''] = ITEM.exec(item) ?? []
  const source = target.startsWith('../') ? target.slice(3) : `docs/${target}`
  const page = pages.find((known) => known.source === source)
  if (page === undefined) throw new Error(`${CONTENTS} names a page that does not exist: ${item}`)
  if (page.title !== title) {
    throw new Error(`${CONTENTS} calls ${source} ${title}; its title is ${page.title}`)
  }
  return { page, summary }
}

/** Pages that no list names. */
export function unlistedPages(contents: Contents, pages: readonly SourcePage[]): string[] {
  const listed = new Set(contents.groups.flatMap((group) => group.pages.map(({ page }) => page.source)))
  return pages.map(({ source }) => source).filter((source) => source !== CONTENTS && !listed.has(source))
}
