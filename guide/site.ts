// The guide, put together: every file but the bundled script and styles, by its path.
import { readContents, unlistedPages } from './contents.ts'
import { layOut, layOutMissing, layOutStart } from './layout.ts'
import type { Site } from './layout.ts'
import { createLinks, withGuideLinks } from './links.ts'
import { writeLlmsIndex, writeLlmsText } from './llms.ts'
import { CONTENTS, markdownNameOf } from './pages.ts'
import type { SourcePage } from './pages.ts'
import { renderPage } from './render.ts'
import type { RenderedPage } from './render.ts'
import { buildSearchIndex } from './search-index.ts'

export type SiteOptions = {
  root: string
  pages: readonly SourcePage[]
  isFile: (file: string) => boolean
  base: string
  isServed: boolean
  assets: Site['assets']
}

/** Throws if a link leads nowhere, or a page is in no list of the contents. */
export function writeSite({ root, pages, isFile, base, isServed, assets }: SiteOptions): Map<string, string> {
  const links = createLinks({ pages, isFile, base, ending: isServed ? '' : '.html' })
  const contents = readContents(pages)
  const rendered = new Map(pages.map((page) => [page.source, renderPage(page, { root, links })]))
  const site: Site = { contents, links, base, assets, isServed }
  const problems = [
    ...new Set(links.dead.map((link) => `dead link: ${link}`)),
    ...unlistedPages(contents, pages).map((source) => `not in ${CONTENTS}: ${source}`),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return new Map([
    ...pages.flatMap((page) => writePage(page, { rendered, site })),
    ['404.html', layOutMissing(site)],
    ['llms.txt', writeLlmsIndex(contents, links)],
    ['llms-full.txt', writeLlmsText(contents, links)],
    ['search.json', buildSearchIndex(contents, { rendered, links })],
  ])
}

function writePage(
  page: SourcePage,
  { rendered, site }: { rendered: ReadonlyMap<string, RenderedPage>; site: Site },
): [string, string][] {
  const html = rendered.get(page.source)
  if (html === undefined) return []
  const isStart = page.source === CONTENTS
  return [
    [`${page.name || 'index'}.html`, isStart ? layOutStart(site) : layOut({ page, rendered: html }, site)],
    [markdownNameOf(page), withGuideLinks(page, site.links)],
  ]
}
