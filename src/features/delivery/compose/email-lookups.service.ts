// What an email is made with, beside its own row: content, keys, names. Asked thousands of times a second, so it is kept;
// contents for as long as there is room, since they never change, the rest for seconds.
import { createAnswerCache } from '../../../platform/caches/answer-cache.ts'
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContentId, ProjectId } from '../../../platform/ids.ts'
import type { DkimKey } from '../../../platform/email/dkim.ts'
import type { Attachment } from '../../../platform/email/message.ts'
import { hasLiquid } from '../../../platform/liquid/literal.ts'
import { readFromName } from '../../templates/index.ts'
import { loadSigningKey, requireSender, returnPathName } from '../../domains/index.ts'
import { createProjectFinder } from '../../projects/index.ts'
import type { ContentAttachment } from '../content/content.ts'
import { findContent, listBlobs } from '../content/contents.queries.ts'
import type { ProjectFacts } from '../../templates/index.ts'
import type { ContentRow } from '../content/contents.queries.ts'
import { pagesNamed } from './email-variables.ts'
import type { Page } from './email-variables.ts'
import { EmailComposeError } from './email-compose-error.ts'
import { isSigning } from '../transports/transports.ts'

/** `returnPath` and `trackingHost` are names of the sender's domain, where it has them. */
export type Signer = { keys: readonly DkimKey[]; returnPath: string | null; trackingHost: string | null }

/** `isNamePlain`: the name of the sender holds no Liquid but variables. Undefined: it holds none at all. */
export type CachedContent = ContentRow & { pages: readonly Page[]; isNamePlain: boolean | undefined }

export type EmailLookups = {
  contentOf(ref: { projectId: ProjectId; contentId: ContentId }): Promise<CachedContent>
  attachmentsOf(content: ContentRow): Promise<Attachment[]>
  signerOf(projectId: ProjectId, address: string): Promise<Signer>
  projectOf(projectId: ProjectId): Promise<ProjectFacts>
}

// Some hundred newsletters, shared by the threads that send; but each has room for a dozen.
const CONTENT_CACHE_BYTES = 32_000_000
const LEAST_CONTENT_CACHE_BYTES = 4_000_000

// How long an email may still leave in the name of a domain that was taken away, or with the old name of a project.
const LIFETIME_MS = 10_000
const MOST_ANSWERS = 5_000

type Parts = Pick<Deps, 'database' | 'config' | 'secrets' | 'clock'>

export function createEmailLookups({ database, config, secrets, clock }: Parts): EmailLookups {
  const { db } = database
  const maxBytes = Math.max(LEAST_CONTENT_CACHE_BYTES, CONTENT_CACHE_BYTES / Math.max(1, config.sendThreads))
  const contents = createByteCache<CachedContent & { bytes: number }>({ maxBytes })
  const keeping = { clock, most: MOST_ANSWERS, lifetimeMs: () => LIFETIME_MS }
  const signers = createAnswerCache<Signer>(keeping)
  const projects = createAnswerCache<ProjectFacts>(keeping)
  const findProject = createProjectFinder(database)
  return {
    async contentOf({ projectId, contentId }) {
      const key = `${projectId} ${contentId}`
      const known = contents.find(key)
      if (known) return known
      const row = await findContent(db, { projectId, contentId })
      if (!row) throw new EmailComposeError('its content is gone', { isWorthRetrying: false })
      const pages = pagesNamed(`${row.subject} ${row.html} ${row.text_part}`)
      // Two bytes a character at most.
      const bytes = 2 * (row.html.length + row.text_part.length) + 1_000
      return contents.add(key, { ...row, pages, isNamePlain: isNamePlain(row), bytes })
    },
    async attachmentsOf({ project_id: projectId, attachments }) {
      const listed = attachments as unknown as ContentAttachment[]
      const hashes = listed.map(({ hash }) => Buffer.from(hash, 'hex'))
      const blobs = await listBlobs(db, { projectId, hashes })
      const bytes = new Map(blobs.map((blob) => [blob.hash.toString('hex'), blob.bytes]))
      return listed.map((one) => toAttachment(one, bytes.get(one.hash)))
    },
    signerOf: (projectId, address) =>
      signers(`${projectId} ${address}`, async () => {
        const { domainId, domain, trackingHost } = await requireSender(db, { projectId, address, config })
        if (domainId === null) return { keys: [], returnPath: null, trackingHost: null }
        const keys = isSigning(config) ? [await loadSigningKey(db, { secrets, projectId, domainId })] : []
        return { keys, returnPath: returnPathName(domain), trackingHost }
      }),
    projectOf: (projectId) =>
      projects(projectId, async () => {
        const { name, postal_address: postalAddress, locale } = await findProject(projectId)
        return { name, postalAddress, locale }
      }),
  }
}

/** What cannot be read is a name that was accepted before names were evaluated: it leaves as it stands. */
function isNamePlain({ from_name: name }: ContentRow): boolean | undefined {
  if (name === null || !hasLiquid(name)) return undefined
  try {
    return readFromName(name).isPlain
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function toAttachment(one: ContentAttachment, content: Buffer | undefined): Attachment {
  if (content) return { ...one, contentId: one.contentId ?? undefined, content }
  throw new EmailComposeError(`its attachment ${one.filename} is gone`, { isWorthRetrying: false })
}
