// The pages of the guide: the documents of the repository, with the address that each has.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type SourcePage = {
  /** Its path in the repository. */
  source: string
  /** Its path in the guide, without an ending; empty for the first page. */
  name: string
  title: string
  text: string
}

/** Documents outside of docs/ that belong to the guide. */
const OTHERS = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md']
/** The contents of the guide. */
export const CONTENTS = 'docs/README.md'

export function readPages(root: string): SourcePage[] {
  const sources = globSync('docs/**/*.md', { cwd: root }).map((file) => file.replaceAll(path.sep, '/'))
  return [...sources.toSorted(), ...OTHERS].map((source) => {
    const text = readFileSync(path.join(root, source), 'utf8')
    const title = /^# (.+)$/m.exec(text)?.[1]
    if (title === undefined) throw new Error(`${source} has no title`)
    return { source, name: nameOf(source), title, text }
  })
}

/** `docs/sending.md` is `sending`, `docs/runbooks/README.md` is `runbooks`, `ARCHITECTURE.md` is `architecture`. */
function nameOf(source: string): string {
  if (!source.startsWith('docs/')) return source.replace(/\.md$/, '').toLowerCase()
  return source.replace(/^docs\//, '').replace(/(^|\/)README\.md$|\.md$/, '')
}

/** The Markdown of a page is beside it. */
export const markdownNameOf = ({ name }: SourcePage): string => `${name === '' ? 'index' : name}.md`
