// Why a contact would get an email, or not: asks every gate that delivery asks. Only reads.
import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import type { Db } from '../../platform/db/client.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { readId } from '../../platform/ids.ts'
import type { CampaignId, ContactId, EmailId, ProjectId, WorkflowId } from '../../platform/ids.ts'
import { findBrake, findRecipient, readHolds, timeInWords } from '../delivery/index.ts'
import type { EmailQuestion, GateVerdict, Recipient } from '../delivery/index.ts'
import { GATE_NAMES } from '../delivery/gates/gates.values.ts'
import type { Filters } from '../filters/index.ts'
import { isInControlGroup } from '../goals/index.ts'
import { findProject, limitsOf } from '../projects/index.ts'
import { isTestRecipient } from '../suppressions/index.ts'
import { findTemplateId, listTemplateEmails } from '../templates/index.ts'
import { listKnownTopics, requireTopics } from '../topics/index.ts'
import type { KnownTopic } from '../topics/index.ts'
import type { ExplainQuery, Explanation } from './explain.schema.ts'
import { capVerdict, quietVerdict, SIMULATED_HOLDS, TRANSACTIONAL_HOLDS } from './hold-verdicts.ts'
import { holdoutVerdict } from './holdout-verdict.ts'
import type { HoldoutAnswer } from './holdout-verdict.ts'
import { recipientVerdicts } from './recipient-verdicts.ts'
import { readSender } from './sender-verdict.service.ts'

type TargetContext = { projectId: ProjectId; contactId: ContactId; filters: Filters; now: Date }

/** The gates that only campaigns and workflows know. They are neighbours of this feature, so app.ts passes them in. */
export type Explainers = {
  explainCampaign: (
    db: Db,
    question: TargetContext & { campaignId: CampaignId },
  ) => Promise<{ email: EmailQuestion } & Pick<Target, 'waiting' | 'segment' | 'holdout' | 'state'>>
  explainWorkflow: (db: Db, question: TargetContext & { workflowId: WorkflowId }) => Promise<Target>
}

type Parts = Pick<Deps, 'config' | 'clock'> & Explainers & { filters: Filters }
type Question = { projectId: ProjectId; query: z.output<typeof ExplainQuery> }
type GateName = (typeof GATE_NAMES)[number]

/** The emails that the question is about, and the gates that only their feature knows. */
type Target = {
  emails: readonly EmailQuestion[]
  waiting?: { id: EmailId; capHeldSince: Date | null } | undefined
  isSenderOpen?: boolean
  segment?: GateVerdict
  holdout?: HoldoutAnswer | null
  state?: GateVerdict
}

export async function explain(
  db: Db,
  parts: Parts,
  { projectId, query }: Question,
): Promise<z.input<typeof Explanation>> {
  const recipient = await requireRecipient(db, { projectId, contact: query.contact })
  const target = await readTarget(db, { ...parts, projectId, query, contactId: recipient.id })
  const verdicts = await askGates(db, { ...parts, projectId, recipient, target })
  const gates = GATE_NAMES.map((name) => {
    const { since, ...verdict } = verdicts[name]
    return { name, ...verdict, since: since?.toISOString() ?? null }
  })
  return { would: gates.every(({ passed }) => passed), gates }
}

async function requireRecipient(
  db: Db,
  { projectId, contact }: { projectId: ProjectId; contact: string },
): Promise<Recipient> {
  const contactId = readId<ContactId>(contact)
  if (contactId) {
    const found = await findRecipient(db, { projectId, contactId })
    if (!found) throw new AppError('CONTACT_NOT_FOUND')
    return found
  }
  const parsed = parseEmailAddress(contact)
  if (!parsed.ok) {
    throw invalidFields({
      field: 'contact',
      message: 'must be the id or the address of a contact',
      code: 'custom',
    })
  }
  const found = await findRecipient(db, { projectId, address: parsed.address })
  if (found) return found
  throw new AppError('CONTACT_NOT_FOUND', {
    message: `There is no contact with the address ${parsed.address}, so there is nothing to explain.`,
    suggestion: 'Create the contact with POST /contacts, or look for it with GET /contacts?search=.',
  })
}

type TargetQuestion = Parts & Question & { contactId: ContactId }

async function readTarget(
  db: Db,
  { projectId, query, contactId, filters, clock, explainCampaign, explainWorkflow }: TargetQuestion,
): Promise<Target> {
  const { campaignId, workflowId, templateId, topic } = query
  const context = { projectId, contactId, filters, now: clock.now() }
  if (campaignId !== undefined) {
    const id = readId<CampaignId>(campaignId)
    if (!id) throw new AppError('CAMPAIGN_NOT_FOUND')
    const { email, ...rest } = await explainCampaign(db, { ...context, campaignId: id })
    return { emails: [email], ...rest }
  }
  if (workflowId !== undefined) {
    const id = readId<WorkflowId>(workflowId)
    if (!id) throw new AppError('WORKFLOW_NOT_FOUND')
    return explainWorkflow(db, { ...context, workflowId: id })
  }
  if (templateId !== undefined) return readTemplate(db, { projectId, key: templateId })
  const key = topic ?? ''
  await requireTopics(db, { projectId, keys: [{ key, field: 'topic' }] })
  return {
    emails: [{ step: null, isMarketing: true, topic: key, from: null, isControlled: true }],
    isSenderOpen: true,
  }
}

async function readTemplate(
  db: Db,
  { projectId, key }: { projectId: ProjectId; key: string },
): Promise<Target> {
  const id = await findTemplateId(db, { projectId, key })
  const template = id && (await listTemplateEmails(db, { projectId, ids: [id] })).get(id)
  if (!template) throw new AppError('TEMPLATE_NOT_FOUND')
  const { type, topic, from } = template
  return {
    emails: [{ step: null, isMarketing: type === 'MARKETING', topic, from, isControlled: false }],
    isSenderOpen: true,
  }
}

type GatesQuestion = Parts & { projectId: ProjectId; recipient: Recipient; target: Target }

async function askGates(
  db: Db,
  { projectId, recipient, target, config, clock }: GatesQuestion,
): Promise<Record<GateName, GateVerdict>> {
  const { emails, isSenderOpen = false, segment = NO_AUDIENCE, holdout = null, state = NO_STATE } = target
  const project = await findProject(db, { projectId })
  if (!project) throw new AppError('RESOURCE_NOT_FOUND')
  const topics = await listKnownTopics(db, { projectId })
  const isMarketing = emails.some((email) => email.isMarketing)
  const limits = { ...limitsOf(project), timezone: project.timezone }
  return {
    ...recipientVerdicts(emails, { recipient, topics, control: controlOf(project, recipient) }),
    segment,
    holdout: holdoutVerdict(holdout),
    ...(await readHoldVerdicts(db, { projectId, recipient, target, limits, topics, now: clock.now() })),
    sender: await readSender(db, {
      projectId,
      emails,
      defaultFrom: project.default_from,
      isSenderOpen,
      config,
    }),
    brake: await readBrake(db, { projectId, isMarketing }),
    state,
  }
}

function controlOf(
  { id: projectId, control_percent: percent }: { id: ProjectId; control_percent: number },
  { id: contactId, email }: Recipient,
) {
  const isMember = !isTestRecipient(email) && isInControlGroup({ projectId, contactId, percent })
  return { percent, isMember }
}

type HoldsQuestion = Pick<GatesQuestion, 'projectId' | 'recipient' | 'target'> & {
  limits: Parameters<typeof readHolds>[1]['limits']
  topics: readonly KnownTopic[]
  now: Date
}

async function readHoldVerdicts(
  db: Db,
  { projectId, recipient, target: { emails, waiting }, limits, topics, now }: HoldsQuestion,
): Promise<Record<'cap' | 'quiet_hours', GateVerdict>> {
  const marketing = emails.filter(({ isMarketing }) => isMarketing)
  if (marketing.length === 0) return TRANSACTIONAL_HOLDS
  if (isTestRecipient(recipient.email)) return SIMULATED_HOLDS
  const keys = [...new Set(marketing.map(({ topic }) => topic))]
  const named = keys.map((key) => topics.find((topic) => topic.key === key) ?? null)
  const question = { projectId, contact: recipient, limits, topics: named, waiting, now }
  const holds = await readHolds(db, question)
  return { cap: capVerdict({ holds, limits }), quiet_hours: quietVerdict({ holds, limits }) }
}

async function readBrake(
  db: Db,
  { projectId, isMarketing }: { projectId: ProjectId; isMarketing: boolean },
): Promise<GateVerdict> {
  const brake = await findBrake(db, { projectId })
  if (!brake) {
    const explanation = 'The marketing email of the project is not paused.'
    return { passed: true, value: null, since: null, explanation }
  }
  const { reason, changedAt: since } = brake
  const why = reason === null ? '' : ` (${reason})`
  const explanation = isMarketing
    ? `The marketing email of the project is paused since ${timeInWords(since)}${why}. Resume it when the cause is gone: POST /project/health/resume.`
    : 'The marketing email of the project is paused, which does not hold transactional email.'
  return { passed: !isMarketing, value: 'PAUSED', since, explanation }
}

const NO_AUDIENCE: GateVerdict = {
  passed: true,
  value: null,
  since: null,
  explanation: 'There is no audience to be in.',
}

const NO_STATE: GateVerdict = {
  passed: true,
  value: null,
  since: null,
  explanation: 'There is no campaign or workflow whose state could stop the email.',
}
