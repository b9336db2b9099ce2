// Everything that a call can be refused for, asked before anything is written: what comes out is ready to be accepted.
import type { Db } from '../../platform/db/client.ts'
import { createNameClaims } from '../../platform/db/known-names/known-names.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { EmailId, ProjectId, TemplateId } from '../../platform/ids.ts'
import { DATA_KEY_LIMIT, toDataChange } from '../contacts/index.ts'
import type { ContactWrite } from '../contacts/index.ts'
import type { Blob, NewCall } from '../delivery/index.ts'
import { createSenderCheck } from '../domains/index.ts'
import { createProjectFinder, trackingOf } from '../projects/index.ts'
import { findMissing, findTemplate, findTemplateId, neededValues } from '../templates/index.ts'
import type { MissingValues, TemplateRow } from '../templates/index.ts'
import { SENDER_MISSING } from './also-wrong.service.ts'
import { readAttachments, withinLimit } from './attachment-bytes.ts'
import { refuseInMarketing } from './marketing-rules.ts'
import { createContentMaker } from './send-content.service.ts'
import type { SendContent } from './send-content.service.ts'
import { planAddressed, planEmails } from './send-plan.ts'
import type { Addressing, EmailPlan } from './send-plan.ts'
import { persistentValues } from './send-variables.ts'
import type { SendRequest } from './send.schema.ts'

export type SendCall = {
  projectId: ProjectId
  request: SendRequest
  /** The bytes of its attachments, where the request has not got them. */
  blobs?: readonly Blob[]
  /** Where the caller wrote the header of the email itself. */
  addressing?: Addressing
}

/** A call that is ready to be written. */
export type Acceptance = SendCall & {
  made: SendContent
  blobs: readonly Blob[]
  change: ContactChange | undefined
  plan: EmailPlan
  call: NewCall
  missing: MissingValues
  now: Date
}

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads'>
export type PrepareSend = (db: Db, call: SendCall) => Promise<Acceptance>

export function createPrepareSend({ database, config, clock, threads }: Parts): PrepareSend {
  const makeContent = createContentMaker(threads)
  const findTogether = createProjectFinder(database)
  const checkTogether = createSenderCheck(database, config)
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)

  return async (db, { projectId, request, addressing, blobs: given }) => {
    const blobs = given ? withinLimit(given) : await readAttachments(projectId, request)
    const project = await findTogether(projectId)
    const template = await requireTemplate(db, projectId, request)
    if (template?.type === 'MARKETING') refuseInMarketing(request, addressing)
    const from = senderOf(request, { template, project })
    await checkTogether(projectId, from.email)
    const usual = trackingOf(project, { isMarketing: template?.type === 'MARKETING' })
    const made = await makeContent({
      projectId,
      request,
      blobs,
      template,
      from,
      replyTo: request.reply ?? template?.reply_to ?? project.reply_to,
      tracking: {
        opens: request.tracking?.opens ?? usual.opens,
        clicks: request.tracking?.clicks ?? usual.clicks,
      },
    })
    const now = clock.now()
    const making = { from: from.email, now, newEmailId: () => newId<EmailId>(now) }
    const plan = addressing ? planAddressed(request, addressing, making) : planEmails(request, making)
    const templateId = template?.template_id ?? null
    const change = changeOf(request)
    // Before the transaction that writes: a claim locks the project's names, which others need too.
    if (change) await dataKeys.claim(db, { projectId, names: Object.keys(change.data.set), now })
    const missing = findMissing(made.required, request.data)
    const call = callOf({ projectId, request }, { made, templateId, plan, missing, now })
    return { projectId, request, made, blobs, change, plan, call, missing, now }
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

/** Of the call, else of its template, else of the project. A name belongs to the address that it came with. */
function senderOf(
  request: SendRequest,
  { template, project }: Defaults,
): { email: string; name: string | null } {
  const { from, name = null } = request
  if (from) return { email: from.email, name: from.name ?? name }
  if (template?.from_email) return { email: template.from_email, name: name ?? template.from_name }
  if (project.default_from) return { email: project.default_from, name: name ?? project.default_from_name }
  throw invalidFields(SENDER_MISSING)
}

type ContactChange = Pick<ContactWrite, 'subscribed' | 'subscribedIfNew' | 'by' | 'data'>

/** What a call changes about its contacts, beside making those that are new. */
function changeOf({ subscribed, data }: SendRequest): ContactChange | undefined {
  const kept = persistentValues(data)
  if (subscribed === undefined && Object.keys(kept).length === 0) return undefined
  return { subscribed, subscribedIfNew: false, by: 'send', data: toDataChange(kept) }
}

type Ready = Pick<Acceptance, 'made' | 'plan' | 'missing' | 'now'> & { templateId: TemplateId | null }

function callOf({ projectId, request }: SendCall, { made, templateId, plan, missing, now }: Ready): NewCall {
  const emails = plan.emails.map((email): NewCall['emails'][number] => ({
    ...email,
    projectId,
    contentId: made.content.id,
    lane: made.isMarketing ? 'marketing' : 'transactional',
    source: 'TRANSACTIONAL',
    templateId,
    tags: request.tags,
    scheduledFor: request.scheduledFor ?? null,
    now,
  }))
  const contactPaths = missing.ofContact.map(({ path }) => path)
  return { variables: neededValues(request.data, made.variables), contactPaths, emails }
}
