// The list of the emails that a project has published.
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import type { PublicPage } from '../../../platform/http/public-page.ts'
import { directionOf, languageOf } from '../../../platform/text/languages.ts'
import type { Language } from '../../../platform/text/languages.ts'
import type { PublicArchive } from './archive.queries.ts'
import { ARCHIVE_WORDS } from './archive-words.ts'

export type ListedEmail = { slug: string; subject: string; startedAt: Date }

type ArchiveList = { emails: readonly ListedEmail[]; page: number; hasMore: boolean }

/** The language of the project, in which its emails are written. */
export const archiveLanguage = ({ locale }: PublicArchive): Language => languageOf(locale) ?? 'en'

export const archiveTitle = (archive: PublicArchive): string =>
  archive.title ?? ARCHIVE_WORDS[archiveLanguage(archive)].title

/** Links are relative to /archive/, because PUBLIC_URL may have a path that a proxy removes. */
export function archivePage(archive: PublicArchive, list: ArchiveList): PublicPage {
  const { token, projectName, postalAddress, brandColor } = archive
  const language = archiveLanguage(archive)
  const words = ARCHIVE_WORDS[language]
  const feed = `${token}/feed.xml`
  return {
    status: 200,
    language,
    direction: directionOf(language),
    title: archiveTitle(archive),
    paragraphs: list.emails.length === 0 ? [words.empty] : [],
    content: `${renderList(archive, list)}${renderPaging(archive, list)}`,
    link: { url: feed, label: words.feed },
    head: `<link rel="alternate" type="application/rss+xml" href="${feed}">`,
    sender: { name: projectName, postalAddress, brandColor },
    isPublished: true,
  }
}

function renderList({ token, locale, timezone }: PublicArchive, { emails }: ArchiveList): string {
  if (emails.length === 0) return ''
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: timezone })
  const entries = emails.map(
    ({ slug, subject, startedAt }) =>
      `<li><a href="${token}/${slug}" dir="auto">${escapeHtml(subject)}</a><time datetime="${startedAt.toISOString()}">${escapeHtml(format.format(startedAt))}</time></li>`,
  )
  return `<ul class="emails">\n${entries.join('\n')}\n</ul>\n`
}

function renderPaging(archive: PublicArchive, { page, hasMore }: ArchiveList): string {
  const words = ARCHIVE_WORDS[archiveLanguage(archive)]
  const linkTo = (number: number, label: string) =>
    `<p class="link"><a href="${archive.token}?page=${number}">${escapeHtml(label)}</a></p>\n`
  const newer = page > 1 ? linkTo(page - 1, words.newer) : ''
  return newer + (hasMore ? linkTo(page + 1, words.older) : '')
}

/** A page without emails: there are none at this address, or it cannot be shown now. */
export function archiveRefusal(kind: 'missing' | 'busy', language: Language): PublicPage {
  const { title, text } = ARCHIVE_WORDS[language][kind]
  const status = kind === 'busy' ? 429 : 404
  return { status, language, direction: directionOf(language), title, paragraphs: [text] }
}
