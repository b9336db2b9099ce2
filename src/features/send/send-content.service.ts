// The content of a call: its own subject and body, or those of a template. It is prepared once and then found by its hash, so
// sending the same body again costs only the hash.
import { createHash } from 'node:crypto'
import { createByteCache } from '../../platform/caches/byte-cache.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { RequiredVariable } from '../../platform/liquid/compile.ts'
import { addressContent, finishForWire, finishTranslations } from '../delivery/index.ts'
import type { AddressedContent, Blob, PreparedTranslation } from '../delivery/index.ts'
import {
  listRequiredVariables,
  listTranslations,
  mayNamePartials,
  prepareBody,
  readFromName,
  readPartialsStamp,
} from '../templates/index.ts'
import type { TemplateRow } from '../templates/index.ts'
import { contentTypeByFilename } from './attachment-type.ts'
import type { SendRequest } from './send.schema.ts'

type ContentAttachment = AddressedContent['attachments'][number]

export type SendContent = {
  content: AddressedContent
  /** Full paths of its variables. */
  variables: readonly string[]
  /** The variables that print nothing if they have no value. */
  required: readonly RequiredVariable[]
  isMarketing: boolean
  bytes: number
}

export type ContentRequest = {
  projectId: ProjectId
  request: SendRequest
  /** The bytes of its attachments, in their order. */
  blobs: readonly Blob[]
  template: TemplateRow | undefined
  from: { email: string; name: string | null }
  replyTo: string | null
  tracking: { opens: boolean; clicks: boolean }
}

export type ContentBuilder = (input: ContentRequest) => Promise<SendContent>

type Parts = Pick<Deps, 'database' | 'threads'>

// About a hundred newsletters.
const CACHE_BYTES = 32_000_000

export function createContentBuilder({ database, threads }: Parts): ContentBuilder {
  const cache = createByteCache<SendContent>({ maxBytes: CACHE_BYTES })
  // Calls with the same content wait for the first one that prepares it, instead of taking a thread each.
  const running = new Map<string, Promise<SendContent>>()
  const prepareOnce = async (key: string, input: ContentInput): Promise<SendContent> => {
    try {
      return cache.add(key, await buildContent({ database, threads }, input))
    } finally {
      running.delete(key)
    }
  }
  return async (input) => {
    const attachments = describeAttachments(input)
    const stamp = await stampOf(database, input)
    const key = keyOf(input, { attachments, stamp })
    const known = cache.find(key) ?? running.get(key)
    if (known) return known
    const content = prepareOnce(key, { ...input, attachments })
    running.set(key, content)
    return content
  }
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

type ContentInput = ContentRequest & { attachments: ContentAttachment[] }

/** Changes with the partials of the project; null if the texts of the call name none. A template has its own versions. */
async function stampOf(
  { db }: Parts['database'],
  { projectId, request: { body = '', text } }: ContentRequest,
): Promise<string | null> {
  const isNaming = mayNamePartials(body) || mayNamePartials(text ?? '')
  return isNaming ? readPartialsStamp(db, { projectId }) : null
}

type KeyParts = { attachments: ContentAttachment[]; stamp: string | null }

function keyOf(
  { projectId, request, template, from, replyTo, tracking }: ContentRequest,
  { attachments, stamp }: KeyParts,
): string {
  const { subject, body, text, headers } = request
  const version = template && [template.template_id, template.version]
  const sender = [from.email, from.name, replyTo]
  const all = [projectId, version, stamp, subject, body, text, sender, headers, tracking, attachments]
  return sha256(JSON.stringify(all)).toString('base64')
}

async function buildContent({ database, threads }: Parts, input: ContentInput): Promise<SendContent> {
  const { projectId, request, template, from, replyTo, tracking, attachments } = input
  const isMarketing = template?.type === 'MARKETING'
  // Liquid in the sender's name is evaluated whether it comes from the call, its template or the project.
  const sender = readFromName(from.name)
  const { subject, html, text, variables, isPlain } = await contentParts({ database, threads }, input)
  const finished = await finishForWire(threads, {
    projectId,
    html,
    text,
    isMarketing,
    tracking,
    isPlain,
  })
  const translated = await finishTranslations(threads, {
    projectId,
    isMarketing,
    tracking,
    finished,
    translations: await translationsFor(database, input, { text, isPlain }),
  })
  const content = addressContent({
    ...finished,
    ...translated,
    subject,
    isPlain,
    fromEmail: from.email,
    fromName: from.name,
    replyTo,
    headers: request.headers,
    attachments,
  })
  const texts = [finished, ...translated.translations]
  const bytes = texts.reduce((sum, one) => sum + 2 * (one.html.length + one.text.length), 2_000)
  const named = [...new Set([...variables, ...sender.variables])]
  // Each of the two is a single line, so a Liquid tag cannot span both.
  const source = { subject: `${subject}\n${from.name ?? ''}`, html, text }
  const required = named.length === 0 ? [] : await listRequiredVariables(threads, { projectId, source })
  return { content, variables: named, required, isMarketing, bytes }
}

/** The other languages of the template, unless the call has a body of its own. Its own subject or text is that of every language. */
async function translationsFor(
  { db }: Parts['database'],
  { request: { subject, body, text: ownText }, template }: ContentInput,
  { text, isPlain }: Pick<ContentParts, 'text' | 'isPlain'>,
): Promise<PreparedTranslation[]> {
  if (!template || body !== undefined) return []
  const isOverridden = subject !== undefined || ownText !== undefined
  return (await listTranslations(db, template)).map((translation) => ({
    ...translation,
    ...(subject !== undefined && { subject }),
    ...(ownText !== undefined && { text_part: text }),
    // Liquid of the call may be more than variables.
    is_plain: translation.is_plain && (isPlain || !isOverridden),
  }))
}

type ContentParts = {
  subject: string
  html: string
  text: string
  variables: readonly string[]
  isPlain: boolean
}

/** Combines the call's own parts, which are prepared like those of a saved template, with the parts of its template. */
async function contentParts(tools: Parts, input: ContentInput): Promise<ContentParts> {
  const { projectId, request, template } = input
  const subject = request.subject ?? template?.subject ?? ''
  if (request.body === undefined && template) {
    return overriddenParts(tools, { projectId, request, template })
  }
  const type = template?.type ?? 'TRANSACTIONAL'
  const fields = { subject, body: request.body ?? '', text: request.text ?? null, type }
  const { database, threads } = tools
  return { subject, ...(await prepareBody(database.db, { threads, projectId, fields })) }
}

type TemplateOverride = { projectId: ProjectId; request: SendRequest; template: TemplateRow }

async function overriddenParts(
  { database, threads }: Parts,
  { projectId, request, template }: TemplateOverride,
): Promise<ContentParts> {
  const own: ContentParts = { ...template, text: template.text_part, isPlain: template.is_plain }
  if (request.subject === undefined && request.text === undefined) return own
  const { subject = '', text = '' } = request
  const fields = { subject, body: '', text, type: template.type }
  const replacement = await prepareBody(database.db, { threads, projectId, fields })
  return {
    subject: request.subject ?? own.subject,
    html: own.html,
    text: request.text === undefined ? own.text : replacement.text,
    variables: [...new Set([...own.variables, ...replacement.variables])],
    isPlain: own.isPlain && replacement.isPlain,
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
      contentType: contentType ?? type ?? contentTypeByFilename(filename),
      disposition,
      contentId: contentId ?? null,
      size: bytes.length,
    }
  })
}
