// Reads content, links and codes out of the source of an email. Runs in a thread for all but short sources.
import { readContent } from '../../content/email-source.ts'
import type { SourceContent } from '../../content/email-source.ts'
import { linksOf, readHtml } from './email-links.ts'
import type { EmailLink } from './email-links.ts'
import { findCodes } from './one-time-codes.ts'

export type ReceivedSource = SourceContent & { links: EmailLink[]; codes: string[] }

export async function readReceived(raw: Uint8Array): Promise<ReceivedSource> {
  const content = await readContent(raw)
  const { subject, html, text } = content
  const words = text.trim() === '' ? readHtml(html).text : text
  return { ...content, links: linksOf(content), codes: findCodes({ subject, text: words }) }
}
