// Searches the guide on the server with the index that its pages search in the browser.
import type { SearchOptions, SearchResult } from 'minisearch'
import { cutAround } from '../../../guide/client/excerpt.ts'
import { FIND_OPTIONS, SEARCH_OPTIONS } from '../../../guide/client/search-options.ts'
import type { Section } from '../../../guide/client/search-options.ts'
import type { Guide, GuideFiles } from './guide.ts'

const INDEX = 'search.json'
const EXCERPT_CHARACTERS = 400

/** Without these bounds, a query of single letters or of long words compares itself with most words of the guide. */
const BOUNDED_OPTIONS: SearchOptions = {
  ...FIND_OPTIONS,
  prefix: (term) => term.length > 2,
  maxFuzzy: 2,
}

/** A section of a page. `section` is null for the beginning of the page; `url` is that of the page as Markdown. */
export type GuideResult = { title: string; section: string | null; excerpt: string; url: string }

export type GuideSearch = { is: 'ready'; results: GuideResult[] } | { is: 'missing'; reference: string }

export type SearchGuide = (search: { query: string; limit: number }) => Promise<GuideSearch>

type Find = (query: string) => SearchResult[]

/** The index takes some 15 MB of memory, so it is loaded with the first search. */
export function createGuideSearch({ guide, publicUrl }: { guide: Guide; publicUrl: string }): SearchGuide {
  let loading: Promise<Find> | undefined

  async function load(files: GuideFiles): Promise<Find> {
    try {
      return await loadIndex(files)
    } catch (error) {
      // The next search tries again.
      loading = undefined
      throw error
    }
  }

  return async ({ query, limit }) => {
    const state = await guide.open()
    if (state.is === 'missing') return state
    const find = await (loading ??= load(state.files))
    const results = find(query).slice(0, limit)
    return { is: 'ready', results: results.map((result) => toResult(result, publicUrl)) }
  }
}

async function loadIndex(files: GuideFiles): Promise<Find> {
  const file = files.get(INDEX)
  if (file === undefined) throw new Error(`the guide has no ${INDEX}`)
  const { default: Search } = await import('minisearch')
  // Asynchronous, in parts: requests are answered meanwhile.
  const index = await Search.loadJSONAsync<Section>(file.plain.toString(), SEARCH_OPTIONS)
  const split = Search.getDefault('tokenize') as (text: string) => string[]
  const options: SearchOptions = {
    ...BOUNDED_OPTIONS,
    // A repeated word would be searched again each time.
    tokenize: (query) => [...new Set(split(query.toLowerCase()))],
  }
  return (query) => {
    const found = index.search(query, options)
    // Questions in full sentences have words of no page.
    return found.length > 0 ? found : index.search(query, { ...options, combineWith: 'OR' })
  }
}

function toResult({ terms, ...stored }: SearchResult, publicUrl: string): GuideResult {
  const { id, page, heading, text } = stored as unknown as Section
  const [address = ''] = id.split('#')
  const name = address.replace(/^\/guide\/?/, '')
  return {
    title: page,
    section: heading === '' ? null : heading,
    excerpt: cutAround(text, { first: firstMatch(text, terms), characters: EXCERPT_CHARACTERS }),
    url: `${publicUrl}/guide/${name === '' ? 'index' : name}.md`,
  }
}

function firstMatch(text: string, terms: readonly string[]): number {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}
