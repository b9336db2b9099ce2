// The campaigns, the workflow and the segment of the sample data, with a past. Their rows are written as those of real ones are, with the
// times of then.
import { createCampaignContents } from './features/campaigns/sending/campaign-content.service.ts'
import { insertPastCampaign, removePastCampaign } from './features/campaigns/sending/past-campaign.service.ts'
import { listCampaignsDescribedAs } from './features/campaigns/campaigns.queries.ts'
import type { CampaignContent } from './features/campaigns/campaigns.queries.ts'
import { CampaignCreate } from './features/campaigns/campaigns.schema.ts'
import { prepareCampaign } from './features/campaigns/campaigns.service.ts'
import { completeFields } from './features/campaigns/template-content.service.ts'
import type { SampleDataInput, SampleHistory } from './features/dashboard/sample-data/sample-data.service.ts'
import {
  SAMPLE_CAMPAIGNS,
  SAMPLE_DESCRIPTION,
  SAMPLE_SEGMENT,
  SAMPLE_WORKFLOW,
} from './features/dashboard/sample-data/sample-history.values.ts'
import { SAMPLE_PEOPLE } from './features/dashboard/sample-data/sample-people.ts'
import { listByAddress } from './features/contacts/index.ts'
import {
  addressContent,
  deleteEnded,
  finishForWire,
  insertContent,
  insertPastEmails,
  listEndedOf,
} from './features/delivery/index.ts'
import type { AddressedContent, PastEmail } from './features/delivery/index.ts'
import type { Filters } from './features/filters/index.ts'
import { createSegment, removeSegment } from './features/segments/save-segment.service.ts'
import { listSegmentsDescribedAs } from './features/segments/segments.queries.ts'
import { SegmentCreate } from './features/segments/segments.schema.ts'
import { findBrand, findTemplate, findTemplateId } from './features/templates/index.ts'
import { deleteHits, recordHit } from './features/tracking/index.ts'
import { insertPastExecutions } from './features/workflows/executions/past-executions.queries.ts'
import type { PastExecution, PastVisit } from './features/workflows/executions/past-executions.queries.ts'
import { listWorkflowsDescribedAs } from './features/workflows/workflows.queries.ts'
import { WorkflowCreate } from './features/workflows/workflows.schema.ts'
import { createWorkflow, removeWorkflow } from './features/workflows/workflows.service.ts'
import type { Db, Trx } from './platform/db/client.ts'
import type { LateDb } from './platform/db/transactions/late-db.ts'
import type { Deps } from './platform/deps.ts'
import { AppError } from './platform/errors.ts'
import { newIdOf } from './platform/ids.ts'
import type { EmailId, ExecutionId, ProjectId, TemplateId } from './platform/ids.ts'

type Campaign = {
  content: CampaignContent
  addressed: AddressedContent
  plan: (typeof SAMPLE_CAMPAIGNS)[number]
}

/** The email of a step of the workflow. */
type StepEmail = { content: AddressedContent; templateId: TemplateId }

type SampleContents = { campaigns: Campaign[]; emails: Record<'welcome' | 'news', StepEmail> }

type Tools = Deps & { filters: Filters }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export function createSampleHistory(deps: Deps, { filters }: { filters: Filters }): SampleHistory {
  // Nothing leaves this machine, so senders need no domain, as with the inbox.
  const tools = { ...deps, filters, config: { ...deps.config, MAIL_TRANSPORT: 'inbox:' } }
  return {
    async prepare(late, input) {
      const known = { projectId: input.projectId, description: SAMPLE_DESCRIPTION }
      if ((await listCampaignsDescribedAs(late.db, known)).length > 0) return undefined
      const { campaigns, emails } = await prepare(tools, late, input)
      return async (trx) => {
        for (const campaign of campaigns) await addCampaign(tools, trx, { ...input, campaign })
        await addWorkflow(tools, trx, { ...input, emails })
        await addSegment(tools, trx, input)
      }
    },
    remove: (trx, input) => remove(trx, input),
  }
}

async function prepare(
  tools: Tools,
  { db }: LateDb,
  { projectId }: SampleDataInput,
): Promise<SampleContents> {
  const contents = createCampaignContents(tools)
  const { kit } = await findBrand(db, { projectId })
  const campaigns: Campaign[] = []
  for (const plan of SAMPLE_CAMPAIGNS) {
    const { template: _, ...given } = CampaignCreate.parse(plan.fields)
    const content = await prepareCampaign(db, {
      ...tools,
      projectId,
      fields: completeFields(given, { template: undefined, kit }),
    })
    const addressed = await contents.makeContent({ ...content, project_id: projectId })
    campaigns.push({ content, addressed, plan })
  }
  const email = (key: string) => prepareStepEmail(tools, db, { projectId, key })
  const emails = { welcome: await email('sample-welcome'), news: await email('sample-product-news') }
  return { campaigns, emails }
}

async function prepareStepEmail(
  { threads }: Tools,
  db: Db,
  { projectId, key }: { projectId: ProjectId; key: string },
): Promise<StepEmail> {
  const templateId = await findTemplateId(db, { projectId, key })
  const row = templateId && (await findTemplate(db, { projectId, templateId }))
  // Deleted meanwhile.
  if (!row) throw new AppError('TEMPLATE_NOT_FOUND')
  const { subject, html, text_part: text, is_plain: isPlain } = row
  const tracking = { opens: true, clicks: true }
  const isMarketing = row.type === 'MARKETING'
  const finished = await finishForWire(threads, {
    projectId,
    html,
    text,
    isMarketing,
    tracking,
    isPlain,
    utm: null,
  })
  const sender = { fromEmail: row.from_email ?? '', fromName: row.from_name, replyTo: row.reply_to }
  const content = addressContent({ ...finished, ...sender, subject, isPlain, headers: {}, attachments: [] })
  return { content, templateId: row.template_id }
}

/** Between 0 and 99, the same for the same place in the same list. */
const lotOf = (place: number, salt: number): number => (place * 37 + salt * 53 + 11) % 100

/** Most people read on the first day, and some a few days later. */
const readAfterMs = (place: number): number =>
  ((place * place * 13) % 30) * 47 * MINUTE_MS + (place % 7) * 4 * HOUR_MS + 2 * MINUTE_MS

const nameOf = new Map(SAMPLE_PEOPLE.map(({ email, data }) => [email, data.firstName]))

async function addCampaign(
  { filters }: Tools,
  trx: Trx,
  { projectId, now, campaign: { plan, ...contents } }: SampleDataInput & { campaign: Campaign },
): Promise<void> {
  const startedAt = new Date(now.getTime() - plan.daysAgo * DAY_MS)
  const sentAt = new Date(startedAt.getTime() + MINUTE_MS)
  const { campaign, recipients } = await insertPastCampaign(trx, {
    projectId,
    ...contents,
    filters,
    startedAt,
    sentAt,
    now,
  })
  const emails = recipients.map(({ emailId, contactId, address }, place): PastEmail => {
    // Two per cent, and always somebody.
    const isBounced = place === 5
    return {
      id: emailId,
      contentId: contents.addressed.id,
      contactId,
      address,
      subject: plan.fields.subject.replace(/\{\{.*?\}\}/, nameOf.get(address) ?? 'Hello'),
      sentAt: new Date(startedAt.getTime() + (place % 50) * 1_000),
      status: isBounced ? 'BOUNCED' : 'DELIVERED',
      reason: isBounced ? '550 5.1.1 No such user (sample data)' : null,
      templateId: null,
      origin: { campaignId: campaign.id },
    }
  })
  await insertPastEmails(trx, { projectId, emails })
  await addReaders(trx, { projectId, emails, links: contents.addressed.links, shares: plan, now })
}

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
]

type Readers = {
  projectId: ProjectId
  emails: readonly PastEmail[]
  links: readonly string[]
  shares: { opened: number; clicked: number }
  now: Date
}

async function addReaders(trx: Trx, { projectId, emails, links, shares, now }: Readers): Promise<void> {
  for (const [place, email] of emails.entries()) {
    const lot = lotOf(place, shares.opened)
    const at = new Date(email.sentAt.getTime() + readAfterMs(place))
    if (email.status === 'BOUNCED' || lot >= shares.opened || at > now) continue
    const hit = { kind: 'open' as const, link: null, isHead: false, isPrefetch: false }
    const reader = { userAgent: AGENTS[place % AGENTS.length] ?? '', place: '', at }
    const record = { projectId, emailId: email.id, email: trackedOf(email, links), judgement: HUMAN }
    await recordHit(trx, { ...record, hit: { ...hit, ...reader } })
    if (lot >= shares.clicked || links.length === 0) continue
    const link = place % links.length
    const clickedAt = new Date(Math.min(at.getTime() + MINUTE_MS, now.getTime()))
    await recordHit(trx, {
      ...record,
      hit: { ...hit, ...reader, kind: 'click', link, at: clickedAt },
      url: links[link],
    })
  }
}

const HUMAN = { verdict: 'human' as const, reasons: [] }

function trackedOf({ origin, ...email }: PastEmail, links: readonly string[]) {
  const isOfCampaign = 'campaignId' in origin
  return {
    contactId: email.contactId,
    isErased: false,
    source: isOfCampaign ? 'CAMPAIGN' : 'WORKFLOW',
    campaignId: isOfCampaign ? origin.campaignId : null,
    cohort: null,
    workflowStep: isOfCampaign ? null : `${origin.workflowId} ${origin.stepId}`,
    workflowId: isOfCampaign ? null : origin.workflowId,
    templateId: email.templateId,
    contentId: email.contentId,
    sentAt: email.sentAt,
    links: [...links],
    variables: {},
    contact: null,
  }
}

/** A contact enters when it signs up, and waits for ten days. */
const WAIT_MS = 10 * DAY_MS

async function addWorkflow(
  { threads, http }: Tools,
  trx: Trx,
  { projectId, now, emails }: SampleDataInput & { emails: SampleContents['emails'] },
): Promise<void> {
  const given = WorkflowCreate.parse(SAMPLE_WORKFLOW)
  const late = { db: trx, begin: () => Promise.resolve(trx), rollback: () => Promise.resolve() }
  const createdAt = new Date(now.getTime() - 29 * DAY_MS)
  const { id } = await createWorkflow(late, { projectId, given, threads, http, now: createdAt })
  const addresses = SAMPLE_PEOPLE.map(({ email }) => email)
  const found = await listByAddress(trx, { projectId, emails: addresses })
  const contactIds = new Map(found.map((contact) => [contact.email as string, contact.id]))
  const executions: PastExecution[] = []
  const sent: PastEmail[] = []
  for (const person of SAMPLE_PEOPLE) {
    const contactId = contactIds.get(person.email)
    if (contactId === undefined) continue
    const startedAt = new Date(now.getTime() - person.daysAgo * DAY_MS)
    const executionId = newIdOf<ExecutionId>(startedAt)
    const send = (stepId: 'welcome' | 'news', sentAt: Date): EmailId => {
      const { content, templateId } = emails[stepId]
      const emailId = newIdOf<EmailId>(sentAt)
      const subject = content.subject.replace(/\{\{.*?\}\}/, person.data.firstName)
      const origin = { workflowId: id, stepId, executionId }
      const ended = { status: 'DELIVERED' as const, reason: null, sentAt, subject, origin }
      sent.push({
        id: emailId,
        contentId: content.id,
        contactId,
        address: person.email,
        templateId,
        ...ended,
      })
      return emailId
    }
    executions.push({ id: executionId, contactId, ...pathOf(person, { startedAt, now, send }) })
  }
  for (const { content } of Object.values(emails).toSorted((a, b) =>
    a.content.id < b.content.id ? -1 : 1,
  )) {
    await insertContent(trx, { projectId, content, blobs: [], now })
  }
  await insertPastExecutions(trx, { projectId, workflowId: id, executions })
  await insertPastEmails(trx, { projectId, emails: sent })
  for (const [stepId, { content }] of Object.entries(emails)) {
    const ofStep = sent.filter(({ origin }) => 'stepId' in origin && origin.stepId === stepId)
    const shares = { opened: 62, clicked: 26 }
    await addReaders(trx, { projectId, emails: ofStep, links: content.links, shares, now })
  }
}

type Path = { startedAt: Date; now: Date; send: (stepId: 'welcome' | 'news', at: Date) => EmailId }

/** The way of a person through the workflow. */
function pathOf(
  { events }: (typeof SAMPLE_PEOPLE)[number],
  { startedAt, now, send }: Path,
): Pick<PastExecution, 'visits' | 'wakeAt'> {
  const welcome = visit(startedAt, {
    stepId: 'welcome',
    type: 'SEND_EMAIL',
    output: { emailId: send('welcome', startedAt) },
  })
  const wakeAt = new Date(startedAt.getTime() + WAIT_MS)
  const wait = { ...visit(startedAt, { stepId: 'wait', type: 'DELAY', output: null }), completedAt: wakeAt }
  if (wakeAt > now) return { visits: [welcome, { ...wait, completedAt: null }], wakeAt }
  const hasOrdered = events.some(({ name }) => name === 'order.paid')
  const ordered = visit(wakeAt, {
    stepId: 'ordered',
    type: 'CONDITION',
    output: { branch: hasOrdered ? 'yes' : 'no' },
  })
  if (hasOrdered) return { visits: [welcome, wait, ordered], wakeAt: null }
  const news = visit(wakeAt, {
    stepId: 'news',
    type: 'SEND_EMAIL',
    output: { emailId: send('news', wakeAt) },
  })
  return { visits: [welcome, wait, ordered, news], wakeAt: null }
}

type VisitedStep = Pick<PastVisit, 'stepId' | 'type' | 'output'>

const visit = (at: Date, step: VisitedStep): PastVisit => ({
  ...step,
  startedAt: at,
  completedAt: at,
})

async function addSegment(
  { filters }: Tools,
  trx: Trx,
  { projectId, source, now }: SampleDataInput,
): Promise<void> {
  const late = { db: trx, begin: () => Promise.resolve(trx), rollback: () => Promise.resolve() }
  const fields = SegmentCreate.parse(SAMPLE_SEGMENT)
  await createSegment(late, { projectId, fields, source, now, filters })
}

const remove: SampleHistory['remove'] = async (trx, { projectId, contactIds }) => {
  const known = { projectId, description: SAMPLE_DESCRIPTION }
  const campaignIds = await listCampaignsDescribedAs(trx, known)
  for (const segmentId of await listSegmentsDescribedAs(trx, known)) {
    await removeSegment(trx, { projectId, segmentId })
  }
  for (const workflowId of await listWorkflowsDescribedAs(trx, known)) {
    await removeWorkflow(trx, { projectId, workflowId, isCancelling: true })
  }
  const emailIds = contactIds.length > 0 ? await listEndedOf(trx, { projectId, contactIds }) : []
  await deleteHits(trx, { projectId, emailIds })
  return async () => {
    await deleteEnded(trx, { projectId, ids: emailIds })
    for (const campaignId of campaignIds) await removePastCampaign(trx, { projectId, campaignId })
  }
}
