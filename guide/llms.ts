// The index and the whole text for language models, by the convention of llms.txt.
import { DECISIONS } from './contents.ts'
import type { Contents } from './contents.ts'
import type { Links } from './links.ts'
import { withGuideLinks } from './links.ts'

export const SUMMARY =
  'Lettermill is a self-hosted email platform: transactional email, campaigns and workflows, with contacts, segments and templates, behind one HTTP API and a dashboard.'

/** A group with this name may be left out by readers with little room. */
const OPTIONAL = 'Optional'

export function writeLlmsIndex(contents: Contents, links: Links): string {
  const groups = contents.groups.map(({ title, pages }) => {
    const lines = pages.map(
      ({ page, summary }) => `- [${page.title}](${links.markdownHrefOf(page)})${summary && `: ${summary}`}`,
    )
    return `## ${title === DECISIONS ? OPTIONAL : title}\n\n${lines.join('\n')}\n`
  })
  return [`# ${contents.title}\n`, `> ${SUMMARY}\n`, `${contents.intro}\n`, ...groups].join('\n')
}

/** Everything but the decisions, in the order of the contents. */
export function writeLlmsText(contents: Contents, links: Links): string {
  const pages = contents.groups.filter(({ title }) => title !== DECISIONS).flatMap((group) => group.pages)
  return [`> ${SUMMARY}\n`, ...pages.map(({ page }) => withGuideLinks(page, links))].join('\n')
}
