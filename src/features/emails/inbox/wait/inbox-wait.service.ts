// An email that somebody waited for: its record with everything that a test asks of it.
import type { z } from 'zod'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { EmailRef } from '../../../delivery/index.ts'
import type { EmailSources } from '../../content/email-sources.service.ts'
import { findEmail } from '../../emails.queries.ts'
import { toEmail } from '../../emails.service.ts'
import { listNotes } from '../../notes.queries.ts'
import type { EmailLink } from './email-links.ts'
import type { ReceivedEmail, ReceivedLink } from './inbox-wait.schema.ts'

/** Finds where tracked links lead. Passed in: tracking is a feature of a higher level. */
export type FindLinkTargets = (
  db: Db | Trx,
  query: EmailRef & { urls: readonly string[] },
) => Promise<Map<string, string>>

export type ReceivedEmailParts = { sources: EmailSources; findLinkTargets: FindLinkTargets }

/** Undefined if the email was deleted meanwhile, or taken out of the inbox. */
export async function readReceivedEmail(
  db: Db | Trx,
  { sources, findLinkTargets, ...ref }: EmailRef & ReceivedEmailParts,
): Promise<z.infer<typeof ReceivedEmail> | undefined> {
  const source = await sources.open(db, ref)
  const row = source && (await findEmail(db, ref))
  if (!row) return undefined
  const { links, codes, subject: _, ...content } = await sources.received(source, ref)
  const notes = await listNotes(db, { projectId: ref.projectId, emailIds: [row.id] })
  const targets = await findLinkTargets(db, { ...ref, urls: links.map(({ url }) => url) })
  return { ...toEmail(row, notes), ...content, links: withTargets(links, targets), codes }
}

/** Each target once: the text has the URLs of the HTML again. */
function withTargets(
  links: readonly EmailLink[],
  targets: ReadonlyMap<string, string>,
): z.infer<typeof ReceivedLink>[] {
  const byTarget = new Map<string, z.infer<typeof ReceivedLink>>()
  for (const { url, text } of links) {
    const target = targets.get(url) ?? url
    const key = URL.canParse(target) ? new URL(target).href : target
    if (!byTarget.has(key)) byTarget.set(key, { url, target, text })
  }
  return [...byTarget.values()]
}
