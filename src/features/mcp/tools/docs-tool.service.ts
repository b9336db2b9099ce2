import { readArguments } from '../arguments.ts'
import { DocsQuery, DocsResults } from '../mcp.schema.ts'
import { READS, ToolRefusal } from '../tool.ts'
import type { SearchDocs, Tool } from '../tool.ts'

/** The documentation is public, so every key sees the tool. */
export const createDocsTool = (searchDocs: SearchDocs): Tool => ({
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    'Search the documentation of this server: how to send, settings, errors, providers, moving from other services. Returns excerpts, with the address of each page as Markdown.',
  operations: [],
  hints: READS,
  input: { also: DocsQuery },
  output: DocsResults,
  async run({ args }) {
    const search = await searchDocs(readArguments(DocsQuery, args))
    if (search.is === 'missing') throw docsMissing(search.reference)
    return { results: search.results }
  },
})

const docsMissing = (reference: string) =>
  new ToolRefusal({
    code: 'SERVICE_UNAVAILABLE',
    message: `This server has no documentation to search: it could not be built (reference: ${reference}).`,
    suggestion: 'The log of the server says why. The other tools work without it; /docs describes the API.',
  })
