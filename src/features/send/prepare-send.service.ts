// Runs every check that can refuse a call before anything is written. Its result is ready to be accepted.
import type { CallerSource } from '../../platform/consent-source.ts'
import type { Db } from '../../platform/db/client.ts'
import { createNameClaims } from '../../platform/db/known-names/known-names.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { EmailId, ProjectId, TemplateId } from '../../platform/ids.ts'
import { formatTraceparent } from '../../platform/tracing/trace-context.ts'
import type { TraceContext } from '../../platform/tracing/trace-context.ts'
import { DATA_KEY_LIMIT, toDataChange } from '../contacts/index.ts'
import type { ContactWrite } from '../contacts/index.ts'
import type { Blob, NewCall } from '../delivery/index.ts'
import { createSenderCheck } from '../domains/index.ts'
import { createProjectFinder, trackingOf } from '../projects/index.ts'
import {
  couponKeysOf,
  EMAIL_LANGUAGE,
  findMissingValues,
  findTemplate,
  findTemplateId,
  hasOwnCoupons,
  isWrapped,
  neededValues,
} from '../templates/index.ts'
import type { MissingValues, TemplateRow } from '../templates/index.ts'
import { createTopicCheck } from '../topics/index.ts'
import { readAttachments, checkAttachmentSize } from './attachment-bytes.ts'
import { checkMarketingRules } from './marketing-rules.ts'
import { createContentBuilder } from './send-content.service.ts'
import type { SendContent } from './send-content.service.ts'
import { planSubmittedEmails, planEmails } from './send-plan.ts'
import type { SubmittedHeader, EmailPlan } from './send-plan.ts'
import type { SendRequest } from './send.schema.ts'

export type SendCall = {
  projectId: ProjectId
  source: CallerSource
  request: SendRequest
  /** The bytes of its attachments, if they are not in the request. */
  blobs?: readonly Blob[]
  /** The address header of an email submitted by SMTP. */
  submittedHeader?: SubmittedHeader
  /** The trace that its caller records. */
  trace?: TraceContext | undefined
}

export type PreparedSend = SendCall & {
  sendContent: SendContent
  blobs: readonly Blob[]
  change: ContactChange | undefined
  plan: EmailPlan
  call: NewCall
  missing: MissingValues
  /** The keys of the coupon lists that the content names. */
  couponKeys: readonly string[]
  now: Date
}

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads'>
export type PrepareSend = (db: Db, call: SendCall) => Promise<PreparedSend>

export function createPrepareSend({ database, config, clock, threads }: Parts): PrepareSend {
  const buildContent = createContentBuilder({ database, threads })
  const findProject = createProjectFinder(database)
  const checkSender = createSenderCheck(database, config)
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  const requireTopic = createTopicCheck({ database, clock })

  return async (db, { projectId, source, request, submittedHeader, trace, blobs: submitted }) => {
    const blobs = submitted ? checkAttachmentSize(submitted) : await readAttachments(projectId, request)
    const project = await findProject(projectId)
    const template = await requireTemplate(db, projectId, request)
    if (template?.type === 'MARKETING') checkMarketingRules(request, submittedHeader)
    if (request.topic !== undefined) await requireTopic({ projectId, key: request.topic, field: 'topic' })
    const from = senderOf(request, { template, project })
    await checkSender(projectId, from.email)
    const defaults = trackingOf(project, { isMarketing: template?.type === 'MARKETING' })
    const sendContent = await buildContent({
      projectId,
      request,
      blobs,
      template,
      from,
      replyTo: request.reply ?? template?.reply_to ?? project.reply_to,
      tracking: {
        opens: request.tracking?.opens ?? defaults.opens,
        clicks: request.tracking?.clicks ?? defaults.clicks,
      },
    })
    const now = clock.now()
    const planOptions = { from: from.email, now, newEmailId: () => newId<EmailId>(now) }
    const plan = submittedHeader
      ? planSubmittedEmails(request, submittedHeader, planOptions)
      : planEmails(request, planOptions)
    const templateId = template?.template_id ?? null
    const change = contactChangeOf(request)
    // A claim locks the project's names, which other requests need: it runs before the transaction that writes.
    if (change) await dataKeys.claim(db, { projectId, names: Object.keys(change.data.set), now })
    const missing = findMissingValues(sendContent.required, request.data)
    const topic = request.topic ?? template?.topic ?? null
    const call = callOf({ projectId, request, trace }, { sendContent, templateId, topic, plan, missing, now })
    const couponKeys = hasOwnCoupons(request.data) ? [] : couponKeysOf(sendContent.variables)
    return { projectId, source, request, sendContent, blobs, change, plan, call, missing, couponKeys, now }
  }
}

async function requireTemplate(
  db: Db,
  projectId: ProjectId,
  { template: key }: SendRequest,
): Promise<TemplateRow | undefined> {
  if (key === undefined) return undefined
  const templateId = await findTemplateId(db, { projectId, key })
  const found = templateId && (await findTemplate(db, { projectId, templateId }))
  if (!found) throw new AppError('TEMPLATE_NOT_FOUND')
  return found
}

type Defaults = {
  template: TemplateRow | undefined
  project: { default_from: string | null; default_from_name: string | null }
}

/** The sender of the call, else of its template, else of the project. A name belongs to the address it came with. */
function senderOf(
  request: SendRequest,
  { template, project }: Defaults,
): { email: string; name: string | null } {
  const { from, name = null } = request
  if (from) return { email: from.email, name: from.name ?? name }
  if (template?.from_email) return { email: template.from_email, name: name ?? template.from_name }
  if (project.default_from) return { email: project.default_from, name: name ?? project.default_from_name }
  throw invalidFields({
    field: 'from',
    message:
      'is required: neither the template nor the project has a sender (PATCH /project {"defaultFrom": …})',
    code: 'required',
  })
}

type ContactChange = Pick<ContactWrite, 'subscribed' | 'subscribedIfNew' | 'by' | 'data'>

/** The changes of a call to its contacts, apart from creating new ones. */
function contactChangeOf({ subscribed, data }: SendRequest): ContactChange | undefined {
  const kept = persistentValues(data)
  if (subscribed === undefined && Object.keys(kept).length === 0) return undefined
  return { subscribed, subscribedIfNew: false, by: 'send', data: toDataChange(kept) }
}

export function persistentValues(data: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(data)) {
    const value = data[name]
    if (isWrapped(value) && value.persistent) kept[name] = value.value
  }
  return kept
}

type PreparedParts = Pick<PreparedSend, 'sendContent' | 'plan' | 'missing' | 'now'> & {
  templateId: TemplateId | null
  topic: string | null
}

function callOf(
  { projectId, request, trace }: Pick<SendCall, 'projectId' | 'request' | 'trace'>,
  { sendContent, templateId, topic, plan, missing, now }: PreparedParts,
): NewCall {
  const traceparent = trace && formatTraceparent(trace)
  const emails = plan.emails.map((email): NewCall['emails'][number] => ({
    ...email,
    recipients: traceparent === undefined ? email.recipients : { ...email.recipients, traceparent },
    projectId,
    contentId: sendContent.content.id,
    lane: sendContent.isMarketing ? 'marketing' : 'transactional',
    source: 'TRANSACTIONAL',
    templateId,
    topic,
    tags: request.tags,
    scheduledFor: request.scheduledFor ?? null,
    now,
  }))
  const contactPaths = missing.ofContact.map(({ path }) => path)
  const { language } = request
  const variables = {
    ...neededValues(request.data, sendContent.variables),
    ...(language !== undefined && { [EMAIL_LANGUAGE]: language }),
  }
  return { variables, contactPaths, emails }
}
