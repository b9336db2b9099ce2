// A simulation from request to response: reads the records, runs the simulation in a thread, then renders the emails. Nothing
// is written.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError, fieldPath, invalidFields } from '../../../platform/errors.ts'
import { readId } from '../../../platform/ids.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../../platform/threads/thread-errors.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import type { TopicChoices } from '../../contacts/contacts.schema.ts'
import type { SubscriptionState } from '../../filters/language/subscription-states.values.ts'
import { listOpenTimes } from '../../best-hour/index.ts'
import { findContact } from '../../contacts/index.ts'
import { findRecipient, suppressionOf } from '../../delivery/index.ts'
import type { Recipient } from '../../delivery/index.ts'
import { hashShare, isInControlGroup, isInShare } from '../../goals/index.ts'
import { findProject } from '../../projects/index.ts'
import { isTestRecipient } from '../../suppressions/index.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import { isWrapped, listKnownTemplates, unwrapValues } from '../../templates/index.ts'
import { listKnownTopics } from '../../topics/index.ts'
import type { KnownTopic } from '../../topics/index.ts'
import { findMissingReferences } from '../check-records.service.ts'
import type { PreparedEmails } from '../check-records.service.ts'
import type { Definition } from '../definition.schema.ts'
import { mergeData } from '../engine/effects.ts'
import type { Facts } from '../engine/execution.ts'
import { referencesOf } from '../references.ts'
import { isBestHourStep } from '../steps.schema.ts'
import type { WorkflowSimulate, WorkflowSimulated } from '../workflows.schema.ts'
import { renderEmails } from './render-emails.service.ts'
import type { SimulatedRecipient } from './render-emails.service.ts'
import { loadSimulatorTask, simulateTask } from './simulate.threads.ts'
import type { SimulatedEvent, SimulationInput, SimulationOutput } from './simulate.ts'

type SimulateBody = z.output<typeof WorkflowSimulate>
type Answer = z.input<typeof WorkflowSimulated>

export type SimulationTools = {
  threads: ThreadPool
  clock: Clock
  render: TemplateRenderer
  publicUrl: string
}

type SimulateInput = SimulationTools & {
  projectId: ProjectId
  definition: Definition
  /** The id of a saved workflow, which decides how splits divide contacts. */
  seed: string
  given: SimulateBody
  /** Inline emails of a definition that has just been checked. */
  prepared?: PreparedEmails
}

type Project = Awaited<ReturnType<typeof findProject>>
type ReadInput = SimulateInput & { project: Project; topics: readonly KnownTopic[] }

export async function simulateWorkflow(db: Db | Trx, request: SimulateInput): Promise<Answer> {
  const { projectId, threads } = request
  const project = await findProject(db, { projectId })
  const topics = await listKnownTopics(db, { projectId })
  const { recipient, ...input } = await readInput(db, { ...request, project, topics })
  const output = await runInThread(threads, { projectId, input })
  const emails = await renderEmails(db, { ...request, project, topics, recipient, output })
  return toAnswer(output, emails)
}

const DAY_MS = 86_400_000
const USUAL_DAYS = 366
// Step ids in an error message.
const MOST_NAMED = 10
// Ten years: longer than any workflow stays unchanged.
const MOST_DAYS = 3_660

async function readInput(
  db: Db | Trx,
  { projectId, definition, seed, given, clock, prepared, project, topics }: ReadInput,
): Promise<SimulationInput & { recipient: SimulatedRecipient }> {
  const events = (given.events ?? []).map(toEvent).toSorted((a, b) => a.at - b.at)
  const startAt = given.startAt?.getTime() ?? events[0]?.at ?? clock.now().getTime()
  const until = given.until?.getTime() ?? startAt + USUAL_DAYS * DAY_MS
  if (until < startAt || until > startAt + MOST_DAYS * DAY_MS) {
    const message = `must be at or after the start of the simulation (${new Date(startAt).toISOString()}), and at most ten years after it`
    throw invalidFields({ field: 'until', message, code: 'custom' })
  }
  const early = (given.events ?? []).findIndex(({ at }) => at.getTime() < startAt)
  if (early !== -1) {
    throw invalidFields({
      field: `events.${early}.at`,
      message: 'must not be before startAt',
      code: 'custom',
    })
  }
  checkWebhooks(definition, given)
  // A definition that has just been checked has no missing references.
  const missing = prepared ? new Set<string>() : await findMissingReferences(db, { projectId, definition })
  const { contact, recipient } = await readContact(db, { projectId, given, topics, startAt })
  const opens = await readOpens(db, { projectId, definition, contactId: given.contact.id, startAt })
  const segments = new Set((given.contact.segments ?? []).map((id) => id.toLowerCase()))
  const templateIds = await readTemplateIds(db, { projectId, definition })
  const history = { events: [], emails: [] }
  const timeZone = project?.timezone ?? 'UTC'
  return {
    definition,
    facts: { contact, history, opens, segments, missing, seed, timeZone },
    events,
    answers: new Map(Object.entries(given.webhooks ?? {})),
    templateIds,
    startAt,
    until,
    recipient,
    isHeldBack: definition.holdout
      ? (given.heldBack ?? wouldBeHeldBack(contact, { definition, seed, project }))
      : false,
  }
}

async function readTemplateIds(
  db: Db | Trx,
  { projectId, definition }: Pick<ReadInput, 'projectId' | 'definition'>,
): Promise<Map<string, string>> {
  const references = referencesOf(definition).filter(({ kind }) => kind === 'template')
  const keys = [...new Set(references.map(({ key }) => key))]
  const known = await listKnownTemplates(db, { projectId, keys })
  return new Map([...known].map(([key, { templateId }]) => [key, templateId]))
}

function checkWebhooks({ steps }: Definition, { webhooks }: SimulateBody): void {
  const known = steps.filter(({ type }) => type === 'WEBHOOK').map(({ id }) => id)
  const unknown = Object.keys(webhooks ?? {}).find((id) => !known.includes(id))
  if (unknown === undefined) return
  const existing = known.length === 0 ? 'has none' : `has ${known.slice(0, MOST_NAMED).join(', ')}`
  const message = `must be the id of a WEBHOOK step; the workflow ${existing}`
  throw invalidFields({ field: fieldPath(['webhooks', unknown]), message, code: 'custom' })
}

/** As the engine decides. Contacts and workflows that are not stored have no ids to decide by. */
function wouldBeHeldBack(
  { id: contactId, email }: Facts['contact'],
  {
    definition: { holdout },
    seed: ownerId,
    project,
  }: { definition: Definition; seed: string; project: Project },
): boolean {
  if (!holdout || !readId(contactId) || !readId(ownerId) || isTestRecipient(email)) return false
  const percent = project?.control_percent ?? 0
  if (project && isInControlGroup({ projectId: project.id, contactId, percent })) return false
  return isInShare(hashShare('holdout', { ownerId, contactId }), holdout.percent)
}

/** As POST /v1/track stores it: the contact keeps the values that are not marked as belonging to the event only. */
function toEvent({ at, event, data }: NonNullable<SimulateBody['events']>[number]): SimulatedEvent {
  const given = data ?? {}
  const kept = Object.entries(given).filter(([, value]) => !isWrapped(value) || value.persistent)
  const merged = /^(email|contact|segment|workflow)\./.test(event)
    ? {}
    : unwrapValues(Object.fromEntries(kept))
  return { at: at.getTime(), name: event, data: unwrapValues(given), merged }
}

type OpensQuery = {
  projectId: ProjectId
  definition: Definition
  contactId: string | null | undefined
  startAt: number
}

/** The real opens and clicks of a contact that exists; those of the simulation follow. */
async function readOpens(
  db: Db | Trx,
  { projectId, definition, contactId, startAt }: OpensQuery,
): Promise<readonly number[]> {
  const id = contactId ? readId<ContactId>(contactId) : undefined
  if (!id || !definition.steps.some(isBestHourStep)) return []
  const found = await listOpenTimes(db, { projectId, contactIds: [id], until: new Date(startAt) })
  return found.get(id) ?? []
}

type ReadContact = Pick<ReadInput, 'projectId' | 'given' | 'topics'> & { startAt: number }

async function readContact(
  db: Db | Trx,
  { projectId, given, topics, startAt }: ReadContact,
): Promise<{ contact: Facts['contact']; recipient: SimulatedRecipient }> {
  const { id, email, subscribed, pausedUntil = null, topics: chosen, data } = given.contact
  const implied = topics.filter(({ optIn }) => optIn === 'implied').map(({ key }) => key)
  const topicsOf = (choices: object) => ({ choices: mergeChoices(choices, chosen ?? {}), implied })
  const at = new Date(startAt)
  if (!id) {
    // Splits depend on the id: the same address is always the same contact.
    const made = { id: email ?? randomUUID(), email: email ?? '', createdAt: at, updatedAt: at }
    const merged = mergeData({}, data ?? {})
    const contact = {
      ...made,
      ...subscriptionOf(subscribed ?? true),
      pausedUntil,
      topics: topicsOf({}),
      data: merged,
    }
    return { contact, recipient: { suppressedFor: null, unsubscribedState: 'LEFT', pausedUntil } }
  }
  const contactId = readId<ContactId>(id)
  const row = contactId && (await findContact(db, { projectId, contactId }))
  const found = contactId && (await findRecipient(db, { projectId, contactId }))
  if (!row || !found) {
    throw invalidFields({ field: 'contact.id', message: 'names no contact of this project', code: 'custom' })
  }
  const contact = {
    id: row.id,
    email: email ?? row.email,
    ...subscriptionOf(subscribed ?? row.subscribed, found.subscription),
    pausedUntil: pausedUntil ?? found.pausedUntil,
    topics: topicsOf(row.topic_choices as object),
    data: mergeData(row.data, data ?? {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  return { contact, recipient: recipientOf(found, { email: contact.email, pausedUntil }) }
}

/** `known`: the state of the contact that exists. */
const subscriptionOf = (subscribed: boolean, known: SubscriptionState = 'LEFT') => ({
  subscribed,
  subscriptionState: subscribed
    ? ('SUBSCRIBED' as const)
    : known === 'SUBSCRIBED'
      ? ('LEFT' as const)
      : known,
})

/** The suppression belongs to the address, which the simulation may replace. */
function recipientOf(
  { email, subscription, suppressedFor, pausedUntil }: Recipient,
  given: { email: string; pausedUntil: Date | null },
): SimulatedRecipient {
  return {
    suppressedFor: given.email === email ? suppressionOf(email, suppressedFor) : null,
    unsubscribedState: subscription === 'SUBSCRIBED' ? 'LEFT' : subscription,
    pausedUntil: given.pausedUntil ?? pausedUntil,
  }
}

async function runInThread(
  threads: ThreadPool,
  { projectId, input }: { projectId: ProjectId; input: SimulationInput },
): Promise<SimulationOutput> {
  try {
    await threads.run(loadSimulatorTask, null, { lane: projectId })
    return await threads.run(simulateTask, input, { lane: projectId })
  } catch (error) {
    if (!(error instanceof ThreadTimeoutError) && !(error instanceof ThreadMemoryError)) throw error
    throw new AppError('BAD_REQUEST', {
      message: 'The simulation takes too long or too much memory.',
      suggestion: 'Simulate fewer events, a shorter time, or a workflow with fewer conditions.',
      cause: error,
    })
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null | undefined) => ((ms ?? null) === null ? null : iso(ms ?? 0))

function toAnswer(output: SimulationOutput, emails: Answer['emails']): Answer {
  const { state, contact } = output
  return {
    started: state !== null,
    reason: output.reason,
    status: state?.status ?? null,
    exitReason: state?.exitReason ?? null,
    currentStepId: state?.stepId ?? null,
    startedAt: isoOrNull(state?.startedAt),
    wakeAt: isoOrNull(state?.wakeAt),
    completedAt: isoOrNull(state?.completedAt),
    stoppedBy: output.stoppedBy,
    path: output.path.map(({ stepId, type, status, startedAt, completedAt, output: result, error }) => ({
      stepId,
      type,
      status,
      startedAt: iso(startedAt),
      completedAt: isoOrNull(completedAt),
      output: result,
      error,
    })),
    emails,
    changes: output.changes.map((change) => ({ ...change, at: iso(change.at) })),
    events: output.events.map((event) => ({ ...event, at: iso(event.at) })),
    contact: {
      email: contact.email,
      subscribed: contact.subscribed,
      data: contact.data as Record<string, unknown>,
    },
  }
}

function mergeChoices(stored: object, given: TopicChoices): Record<string, boolean> {
  const merged: TopicChoices = { ...stored, ...given }
  return Object.fromEntries(
    Object.entries(merged).flatMap(([key, choice]) => (choice === null ? [] : [[key, choice]])),
  )
}
