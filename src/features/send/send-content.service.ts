// What a call says, apart from whom it goes to: its own subject and body, or a template's, prepared once and known by
// its hash afterwards. A caller who sends the same body again pays for hashing it.
import { createHash } from 'node:crypto'
import { createByteCache } from '../../platform/caches/byte-cache.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { RequiredVariable } from '../../platform/liquid/compile.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { addressContent, finishForWire } from '../delivery/index.ts'
import type { AddressedContent, Blob, ContentAttachment } from '../delivery/index.ts'
import { listRequired, prepareBody, readFromName } from '../templates/index.ts'
import type { TemplateRow } from '../templates/index.ts'
import { typeByName } from './attachment-type.ts'
import type { SendRequest } from './send.schema.ts'

export type SendContent = {
  content: AddressedContent
  /** Full paths of the variables that it names. */
  variables: readonly string[]
  /** Of these, the ones that print nothing where they have no value. */
  required: readonly RequiredVariable[]
  isMarketing: boolean
  /** Whether an email with it was committed by this node, so that it need not be written again. */
  isStored: boolean
  bytes: number
}

export type ContentRequest = {
  projectId: ProjectId
  request: SendRequest
  /** Of its attachments, in their order. */
  blobs: readonly Blob[]
  template: TemplateRow | undefined
  from: { email: string; name: string | null }
  replyTo: string | null
  tracking: { opens: boolean; clicks: boolean }
}

export type ContentMaker = (asked: ContentRequest) => Promise<SendContent>

// Some hundred newsletters.
const CACHE_BYTES = 32_000_000

export function createContentMaker(threads: ThreadPool): ContentMaker {
  const cache = createByteCache<SendContent>({ maxBytes: CACHE_BYTES })
  // Calls that come while the first of their kind is being prepared wait for it, instead of for a thread each.
  const running = new Map<string, Promise<SendContent>>()
  const make = async (key: string, asked: Described): Promise<SendContent> => {
    try {
      return cache.add(key, await makeContent(threads, asked))
    } finally {
      running.delete(key)
    }
  }
  return async (asked) => {
    const attachments = describeAttachments(asked)
    const key = keyOf(asked, attachments)
    const known = cache.find(key) ?? running.get(key)
    if (known) return known
    const made = make(key, { ...asked, attachments })
    running.set(key, made)
    return made
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

type Described = ContentRequest & { attachments: ContentAttachment[] }

function keyOf(
  { projectId, request, template, from, replyTo, tracking }: ContentRequest,
  attachments: ContentAttachment[],
): string {
  const { subject, body, text, headers } = request
  const version = template && [template.template_id, template.version]
  const sender = [from.email, from.name, replyTo]
  const all = [projectId, version, subject, body, text, sender, headers, tracking, attachments]
  return sha256(JSON.stringify(all)).toString('base64')
}

async function makeContent(threads: ThreadPool, asked: Described): Promise<SendContent> {
  const { projectId, request, template, from, replyTo, tracking, attachments } = asked
  const isMarketing = template?.type === 'MARKETING'
  // Liquid in the sender's name is evaluated wherever the name came from: the call, its template or the project.
  const sender = readFromName(from.name)
  const { subject, html, text, variables, isPlain } = await writtenParts(threads, asked)
  const finished = await finishForWire(threads, {
    projectId,
    html,
    text,
    isMarketing,
    tracking,
    isPlain,
  })
  const content = addressContent({
    ...finished,
    subject,
    isPlain,
    fromEmail: from.email,
    fromName: from.name,
    replyTo,
    headers: request.headers,
    attachments,
  })
  const bytes = 2 * (finished.html.length + finished.text.length) + 2_000
  const named = [...new Set([...variables, ...sender.variables])]
  // Both are one line each, so neither ends in the other.
  const source = { subject: `${subject}\n${from.name ?? ''}`, html, text }
  const required = named.length === 0 ? [] : await listRequired(threads, { projectId, source })
  return { content, variables: named, required, isMarketing, isStored: false, bytes }
}

type Parts = {
  subject: string
  html: string
  text: string
  variables: readonly string[]
  isPlain: boolean
}

/** Of what the call gives itself and what its template does. The former is prepared as a template is when it is saved. */
async function writtenParts(threads: ThreadPool, asked: Described): Promise<Parts> {
  const { projectId, request, template } = asked
  const subject = request.subject ?? template?.subject ?? ''
  if (request.body === undefined && template) return replacedParts(threads, { projectId, request, template })
  const type = template?.type ?? 'TRANSACTIONAL'
  const fields = { subject, body: request.body ?? '', text: request.text ?? null, type }
  return { subject, ...(await prepareBody(threads, { projectId, fields })) }
}

type Replacing = { projectId: ProjectId; request: SendRequest; template: TemplateRow }

async function replacedParts(
  threads: ThreadPool,
  { projectId, request, template }: Replacing,
): Promise<Parts> {
  const own: Parts = { ...template, text: template.text_part, isPlain: template.is_plain }
  if (request.subject === undefined && request.text === undefined) return own
  const { subject = '', text = '' } = request
  const fields = { subject, body: '', text, type: template.type }
  const given = await prepareBody(threads, { projectId, fields })
  return {
    subject: request.subject ?? own.subject,
    html: own.html,
    text: request.text ?? own.text,
    variables: [...new Set([...own.variables, ...given.variables])],
    isPlain: own.isPlain && given.isPlain,
  }
}

function describeAttachments({ request, blobs }: ContentRequest): ContentAttachment[] {
  return blobs.flatMap(({ hash, bytes }, index) => {
    const attachment = request.attachments[index]
    if (!attachment) return []
    const { filename, contentType, type, disposition, contentId } = attachment
    return {
      hash: hash.toString('hex'),
      filename,
      contentType: contentType ?? type ?? typeByName(filename),
      disposition,
      contentId: contentId ?? null,
      size: bytes.length,
    }
  })
}
