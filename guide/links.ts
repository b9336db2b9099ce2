// Links of the documents, which name files of the repository, as links of the guide.
import path from 'node:path'
import { anchorOf } from './anchors.ts'
import { markdownNameOf } from './pages.ts'
import type { SourcePage } from './pages.ts'

export type LinkOptions = {
  pages: readonly SourcePage[]
  /** Files of the repository: a link to one that is not in the guide loses its target. */
  isFile: (file: string) => boolean
  /** Where the guide is, with a slash at the end. */
  base: string
  /** The ending of pages: none where a server finds them without one. */
  ending: '' | '.html'
}

/** A link to a page, to its Markdown, to a file, or to nothing. */
export type Links = {
  toPage(from: SourcePage, target: string): string | undefined
  toMarkdown(from: SourcePage, target: string): string | undefined
  hrefOf(page: SourcePage): string
  markdownHrefOf(page: SourcePage): string
  /** Links that lead nowhere, found so far. */
  dead: string[]
}

const isElsewhere = (target: string): boolean => /^([a-z]+:|\/)/i.test(target)

export function createLinks({ pages, isFile, base, ending }: LinkOptions): Links {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  const anchors = new Map(pages.map((page) => [page.source, new Set(anchorsIn(page.text))]))
  const dead: string[] = []
  const hrefOf = ({ name }: SourcePage) =>
    name === '' && ending === '' ? withoutSlash(base) : `${base}${name === '' ? 'index' : name}${ending}`
  const markdownHrefOf = (page: SourcePage) => `${base}${markdownNameOf(page)}`

  function resolve(from: SourcePage, target: string, hrefTo: (page: SourcePage) => string) {
    if (isElsewhere(target)) return target
    const [file = '', anchor] = target.split('#')
    const source = file === '' ? from.source : path.posix.join(path.posix.dirname(from.source), file)
    const page = bySource.get(source)
    const isDead = page ? anchor !== undefined && !anchors.get(source)?.has(anchor) : !isFile(source)
    if (isDead) dead.push(`${from.source}: ${target}`)
    if (page === undefined) return source.startsWith('docs/pictures/') ? base + source.slice(5) : undefined
    return `${file === '' ? '' : hrefTo(page)}${anchor === undefined ? '' : `#${anchor}`}`
  }

  return {
    toPage: (from, target) => resolve(from, target, hrefOf),
    toMarkdown: (from, target) => resolve(from, target, markdownHrefOf),
    hrefOf,
    markdownHrefOf,
    dead,
  }
}

const withoutSlash = (base: string): string => (base === '/' ? base : base.replace(/\/$/, ''))

/** Blocks of code may contain lines that look like headings. */
const anchorsIn = (text: string): string[] =>
  [...text.replaceAll(/^ *```[^]*?^ *```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  )

const FENCE = /(^ *```[^]*?^ *```$)/m
const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g

/** The Markdown of a page with links that work beside it. A link to a file outside of the guide becomes its text. */
export function withGuideLinks(page: SourcePage, links: Links): string {
  const parts = page.text.split(FENCE)
  return parts
    .map((part) =>
      FENCE.test(part)
        ? part
        : part.replaceAll(LINK, (...found: string[]) => {
            const [, mark = '', text = '', target = ''] = found
            const href = links.toMarkdown(page, target)
            return href === undefined ? text : `${mark}[${text}](${href})`
          }),
    )
    .join('')
}
