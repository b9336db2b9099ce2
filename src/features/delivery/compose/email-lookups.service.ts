// Caches what composing needs beside the row of an email: content, keys, names. Read thousands of times per second.
// Contents never change and are cached as long as there is room, the rest for seconds.
import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import { createAnswerCache } from '../../../platform/caches/answer-cache.ts'
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContentId, ProjectId } from '../../../platform/ids.ts'
import type { DkimKey } from '../../../platform/email/dkim.ts'
import type { Attachment } from '../../../platform/email/message.ts'
import { hasLiquid } from '../../../platform/liquid/literal.ts'
import { ObjectStoreError } from '../../../platform/objects/object-store-error.ts'
import { readFromName } from '../../templates/index.ts'
import { isReservedDomain, loadSigningKey, requireSender, returnPathName } from '../../domains/index.ts'
import { createProjectFinder } from '../../projects/index.ts'
import type { ContentAttachment, ContentTranslation } from '../content/content.ts'
import { findContent, listBlobs } from '../content/contents.queries.ts'
import type { ProjectFacts } from '../../templates/index.ts'
import type { ContentRow } from '../content/contents.queries.ts'
import { readBody } from '../content/stored-bytes.service.ts'
import { pagesNamed } from './email-variables.ts'
import type { Page } from './email-variables.ts'
import { EmailComposeError } from './email-compose-error.ts'
import { INSTANCE_ROUTE, listRoutes } from '../../transports/index.ts'

/** `returnPath` and `trackingHost` are host names under the sender's domain, if it has them. */
export type Signer = { keys: readonly DkimKey[]; returnPath: string | null; trackingHost: string | null }

/** `isNamePlain`: whether variables are the only Liquid in the name of the sender; undefined if it has no Liquid. */
export type CachedContent = Omit<ContentRow, 'translations'> & {
  pages: readonly Page[]
  isNamePlain: boolean | undefined
  translations: readonly ContentTranslation[]
}

export type EmailLookups = {
  contentOf(ref: { projectId: ProjectId; contentId: ContentId }): Promise<CachedContent>
  attachmentsOf(content: Pick<ContentRow, 'project_id' | 'attachments'>): Promise<Attachment[]>
  signerOf(projectId: ProjectId, address: string): Promise<Signer>
  /** The transports of the sender of an email, in the order in which they are tried. */
  routesOf(projectId: ProjectId, address: string): Promise<readonly number[]>
  projectOf(projectId: ProjectId): Promise<ProjectFacts>
}

// Some hundred newsletters, divided among the sending threads; each has room for a dozen at least.
const CONTENT_CACHE_BYTES = 32_000_000
const LEAST_CONTENT_CACHE_BYTES = 4_000_000

// The attachments of a campaign, which are read from the object store once per thread. As much as one email may have.
const FILE_CACHE_BYTES = 12_000_000

// How long email may still be sent from a removed domain, or with the old name of a project.
const LIFETIME_MS = 10_000
const MOST_ANSWERS = 5_000

type Parts = Pick<Deps, 'database' | 'config' | 'secrets' | 'clock' | 'objects'>

export function createEmailLookups({ database, config, secrets, clock, objects }: Parts): EmailLookups {
  const { db } = database
  const maxBytes = Math.max(LEAST_CONTENT_CACHE_BYTES, CONTENT_CACHE_BYTES / Math.max(1, config.sendThreads))
  const contents = createByteCache<CachedContent & { bytes: number }>({ maxBytes })
  const options = { clock, most: MOST_ANSWERS, lifetimeMs: () => LIFETIME_MS }
  const signers = createAnswerCache<Signer>(options)
  const projects = createAnswerCache<ProjectFacts>(options)
  const routes = createAnswerCache<readonly number[]>(options)
  const findProject = createProjectFinder(database)
  const files = createByteCache<{ content: Buffer; bytes: number }>({ maxBytes: FILE_CACHE_BYTES })
  const fileOf = async (key: string, what: string): Promise<Buffer> => {
    const known = files.find(key)
    if (known) return known.content
    const content = await objects.get(key).catch(explainMissing(what))
    return files.add(key, { content, bytes: content.length }).content
  }
  return {
    async contentOf({ projectId, contentId }) {
      const key = `${projectId} ${contentId}`
      const known = contents.find(key)
      if (known) return known
      const stored = await findContent(db, { projectId, contentId })
      if (!stored) throw new EmailComposeError('its content is gone', { isWorthRetrying: false })
      const row = await readBody(objects, stored).catch(explainMissing('its content'))
      const translations = (row.translations ?? []) as unknown as ContentTranslation[]
      const texts = [{ subject: row.subject, html: row.html, text: row.text_part }, ...translations].map(
        ({ subject, html, text }) => `${subject} ${html} ${text}`,
      )
      const pages = pagesNamed(texts.join(' '))
      // At most two bytes per character.
      const bytes = texts.reduce((sum, text) => sum + 2 * text.length, 1_000)
      return contents.add(key, { ...row, translations, pages, isNamePlain: isNamePlain(row), bytes })
    },
    async attachmentsOf({ project_id: projectId, attachments }) {
      const listed = attachments as unknown as ContentAttachment[]
      const hashes = listed.map(({ hash }) => Buffer.from(hash, 'hex'))
      const blobs = await listBlobs(db, { projectId, hashes })
      const found = new Map(blobs.map((blob) => [blob.hash.toString('hex'), blob]))
      return Promise.all(
        listed.map(async (one) => {
          const blob = found.get(one.hash)
          const what = `its attachment ${one.filename}`
          const bytes =
            typeof blob?.object_key === 'string'
              ? await fileOf(blob.object_key, what)
              : (blob?.bytes ?? undefined)
          return toAttachment(one, bytes)
        }),
      )
    },
    signerOf: (projectId, address) =>
      signers(`${projectId} ${address}`, async () => {
        const { domainId, domain, trackingHost } = await requireSender(db, { projectId, address, config })
        if (domainId === null) return { keys: [], returnPath: null, trackingHost: null }
        const keys = [await loadSigningKey(db, { secrets, projectId, domainId, domain })]
        return { keys, returnPath: returnPathName(domain), trackingHost }
      }),
    routesOf: (projectId, address) => {
      const domain = domainOfAddress(address)
      // Names for tests are senders only while MAIL_TRANSPORT is the inbox.
      if (isReservedDomain(domain)) return Promise.resolve([INSTANCE_ROUTE])
      return routes(`${projectId} ${domain}`, () => listRoutes(db, { projectId, domain }))
    },
    projectOf: (projectId) =>
      projects(projectId, async () => {
        const { name, postal_address: postalAddress, locale } = await findProject(projectId)
        return { name, postalAddress, locale }
      }),
  }
}

/** A name with a syntax error was accepted before names were evaluated: it is sent as it is. */
function isNamePlain({ from_name: name }: Pick<ContentRow, 'from_name'>): boolean | undefined {
  if (name === null || !hasLiquid(name)) return undefined
  try {
    return readFromName(name).isPlain
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** An object that the store does not have will not come back. Other failures are those of the store. */
const explainMissing =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof ObjectStoreError) || error.failure !== 'missing') throw error
    throw new EmailComposeError(`${what} is gone from the object store`, { isWorthRetrying: false })
  }

function toAttachment(one: ContentAttachment, content: Buffer | undefined): Attachment {
  if (content) return { ...one, contentId: one.contentId ?? undefined, content }
  throw new EmailComposeError(`its attachment ${one.filename} is gone`, { isWorthRetrying: false })
}
