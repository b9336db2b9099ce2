// The part of GET /explain that only workflows know: who may enter, their state, and the emails of their steps.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { findContact } from '../../contacts/index.ts'
import type { EmailQuestion, GateVerdict } from '../../delivery/index.ts'
import { dateMs } from '../../filters/filter-dates.schema.ts'
import { valueAt } from '../../filters/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findHeldSince } from '../../goals/index.ts'
import { findProject } from '../../projects/index.ts'
import { createContactSegments } from '../../segments/index.ts'
import { listKnownTemplates, listTemplateEmails } from '../../templates/index.ts'
import { dataPathOf } from '../../filters/language/event-data.schema.ts'
import type { DateTrigger, Definition } from '../definition.schema.ts'
import { nextDateStart } from '../engine/date-starts.ts'
import { answerEventConditions, chosenZone, hasEventConditions } from '../engine/decide.ts'
import { listGroups, listMatchingContacts } from '../executions/start/start.queries.ts'
import type { StepOf } from '../steps.schema.ts'
import type { WorkflowRef, WorkflowRow } from '../workflows.queries.ts'
import { requireWorkflow } from '../workflows.service.ts'
import { findEntry } from './entry.queries.ts'
import { dateVerdict, entryVerdict, workflowVerdict } from './workflow-verdicts.ts'
import type { DateAnswer, EntryAnswer } from './workflow-verdicts.ts'

type WorkflowQuestion = WorkflowRef & { contactId: ContactId; filters: Filters; now: Date }

export type ExplainedWorkflow = {
  /** Its emails to the contact, in the order of its steps. */
  emails: EmailQuestion[]
  segment: GateVerdict
  /** null: nobody is held back. */
  holdout: { percent: number; isHeld: boolean; since: Date | null } | null
  state: GateVerdict
}

/** @throws AppError WORKFLOW_NOT_FOUND */
export async function explainWorkflow(
  db: Db,
  { contactId, filters, now, ...ref }: WorkflowQuestion,
): Promise<ExplainedWorkflow> {
  const workflow = await requireWorkflow(db, ref)
  const answer = await readEntry(db, { ...ref, definition: workflow, contactId, filters, now })
  return {
    emails: await listEmails(db, { ...ref, definition: workflow }),
    segment: entryVerdict(answer, { isByEvent: isByEvent(workflow) }),
    holdout: await readHoldout(db, { ...ref, workflow, contactId }),
    state: await readState(db, { ...ref, workflow, contactId, now }),
  }
}

async function readHoldout(
  db: Db,
  { workflow, contactId, ...ref }: WorkflowRef & { workflow: WorkflowRow; contactId: ContactId },
): Promise<ExplainedWorkflow['holdout']> {
  const { projectId, workflowId: ownerId } = ref
  if (!workflow.holdout) return null
  const { percent } = workflow.holdout
  const since = (await findHeldSince(db, { projectId, ownerId, contactId })) ?? null
  const groups = await listGroups(db, { ...ref, contactIds: [contactId], percent })
  return { percent, isHeld: since !== null || groups.get(contactId) === true, since }
}

type StateQuestion = WorkflowRef & { workflow: WorkflowRow; contactId: ContactId; now: Date }

/** The entry comes first: a contact who may not enter need not have a date. */
async function readState(db: Db, { workflow, contactId, now, ...ref }: StateQuestion): Promise<GateVerdict> {
  const verdict = workflowVerdict(workflow, await findEntry(db, { ...ref, contactId }))
  const { trigger } = workflow
  if (!verdict.passed || trigger.type !== 'DATE') return verdict
  return dateVerdict(await readDate(db, { projectId: ref.projectId, trigger, contactId, now }))
}

type DateQuestion = { projectId: ProjectId; trigger: DateTrigger; contactId: ContactId; now: Date }

async function readDate(db: Db, { projectId, trigger, contactId, now }: DateQuestion): Promise<DateAnswer> {
  const contact = await findContact(db, { projectId, contactId })
  const project = await findProject(db, { projectId })
  const { field } = trigger
  const value = valueAt(contact?.data, dataPathOf(field) ?? [])
  if (typeof value !== 'string' || dateMs(value) === undefined) return { field, value: null, dueAt: null }
  const facts = { contact: { data: contact?.data }, timeZone: project?.timezone ?? 'UTC' }
  const timeZone = chosenZone(trigger.timezone, facts)
  const next = nextDateStart(trigger, { value, timeZone, now: now.getTime() })
  return { field, value, dueAt: next ? new Date(next.dueAt) : null }
}

const isByEvent = ({ entry }: Definition): boolean =>
  Boolean(entry?.filters && hasEventConditions(entry.filters))

type EntryQuestion = WorkflowQuestion & { definition: Definition }

async function readEntry(
  db: Db,
  { projectId, definition, contactId, filters, now }: EntryQuestion,
): Promise<EntryAnswer | null> {
  const context = { projectId, filters, now }
  try {
    const conditions = await entryConditions(db, { ...context, definition })
    if (conditions.length === 0) return null
    const matching = sql`${sql.join(
      conditions.map((one) => sql`(${one})`),
      sql` and `,
    )}`
    const run = (trx: Trx) => listMatchingContacts(trx, { projectId, contactIds: [contactId], matching })
    return { isAllowed: (await filters.run(db, { projectId, run })).has(contactId), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { isAllowed: false, problem: error.fields?.[0]?.message ?? error.message }
  }
}

type ConditionsQuery = Pick<EntryQuestion, 'projectId' | 'definition' | 'filters' | 'now'>

/** The entry filters, and the segment of a schedule. */
async function entryConditions(
  db: Db,
  { projectId, definition: { entry, trigger }, filters, now }: ConditionsQuery,
): Promise<RawBuilder<unknown>[]> {
  // No event has happened: its data is taken to be as the conditions want it.
  const tree = entry?.filters ? answerEventConditions(entry.filters, (_, isNegated) => !isNegated) : true
  const segmentId = trigger.type === 'SCHEDULE' ? trigger.segmentId : null
  return [
    ...(typeof tree === 'boolean'
      ? []
      : [await filters.matching(db, tree, { projectId, now, field: 'entry.filters' })]),
    ...(segmentId
      ? [
          await createContactSegments(filters).members(db, {
            projectId,
            segmentId: segmentId as SegmentId,
            now,
          }),
        ]
      : []),
  ]
}

type EmailSteps = { projectId: ProjectId; definition: Definition }

/** Emails to other addresses, such as a colleague, are not about the contact. */
async function listEmails(db: Db, { projectId, definition }: EmailSteps): Promise<EmailQuestion[]> {
  const steps = definition.steps
    .filter((step): step is StepOf<'SEND_EMAIL'> => step.type === 'SEND_EMAIL')
    .filter(({ config: { to } }) => !to || to === 'contact')
  const keys = steps.flatMap(({ config: { templateId } }) => templateId ?? [])
  const known = await listKnownTemplates(db, { projectId, keys })
  const ids = [...known.values()].map(({ templateId }) => templateId)
  const templates = await listTemplateEmails(db, { projectId, ids })
  return steps.map(({ id, config }) => {
    const found = config.templateId ? known.get(config.templateId) : undefined
    const template = found && templates.get(found.templateId)
    return {
      step: id,
      isMarketing: (template?.type ?? config.type ?? 'MARKETING') === 'MARKETING',
      topic: config.topic ?? template?.topic ?? null,
      from: template?.from ?? config.from ?? null,
      isControlled: true,
    }
  })
}
