// The search index: one entry per section of a page, made beforehand, so that searching needs no server.
import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS } from './client/search-options.ts'
import type { Section } from './client/search-options.ts'
import { DECISIONS } from './contents.ts'
import type { Contents } from './contents.ts'
import type { Links } from './links.ts'
import { plainText } from './render.ts'
import type { RenderedPage } from './render.ts'
import type { SourcePage } from './pages.ts'

const BACKGROUND = new Set([DECISIONS, 'How it works'])
/** Pages about the inside come after those about the use. */
const BACKGROUND_WEIGHT = 0.4

type IndexedPage = { page: SourcePage; rendered: RenderedPage; weight: number }

export function buildSearchIndex(
  contents: Contents,
  { rendered, links }: { rendered: ReadonlyMap<string, RenderedPage>; links: Links },
): string {
  const index = new MiniSearch<Section>(SEARCH_OPTIONS)
  const listed = contents.groups.flatMap(({ title, pages }) =>
    pages.flatMap(({ page }): IndexedPage[] => {
      const html = rendered.get(page.source)
      return html ? [{ page, rendered: html, weight: BACKGROUND.has(title) ? BACKGROUND_WEIGHT : 1 }] : []
    }),
  )
  index.addAll(listed.flatMap((one) => sectionsOf(one, links)))
  return JSON.stringify(index)
}

function sectionsOf({ page, rendered, weight }: IndexedPage, links: Links): Section[] {
  const parts = rendered.html.split(/(?=<h[23] id=")/)
  return parts.map((part) => {
    const [, anchor, heading = ''] = /^<h[23] id="([^"]+)">([^]*?) <a class="anchor"/.exec(part) ?? []
    const body = part.replace(/^<h\d[^]*?<\/h\d>/, '')
    return {
      id: `${links.hrefOf(page)}${anchor === undefined ? '' : `#${anchor}`}`,
      page: page.title,
      heading: plainText(heading),
      // Words of neighbouring cells and lines stay apart.
      text: plainText(body.replaceAll(/<\/(td|th|p|li|pre|h\d)>/g, ' ')),
      weight,
    }
  })
}
