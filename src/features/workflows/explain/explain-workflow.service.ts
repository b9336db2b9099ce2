// The part of GET /explain that only workflows know: who may enter, their state, and the emails of their steps.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { EmailQuestion, GateVerdict } from '../../delivery/index.ts'
import type { Filters } from '../../filters/index.ts'
import { createContactSegments } from '../../segments/index.ts'
import { listKnownTemplates, listTemplateEmails } from '../../templates/index.ts'
import type { Definition } from '../definition.schema.ts'
import { answerEventConditions, hasEventConditions } from '../engine/decide.ts'
import { listMatchingContacts } from '../executions/start/start.queries.ts'
import type { StepOf } from '../steps.schema.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { requireWorkflow } from '../workflows.service.ts'
import { findEntry } from './entry.queries.ts'
import { entryVerdict, workflowVerdict } from './workflow-verdicts.ts'
import type { EntryAnswer } from './workflow-verdicts.ts'

type WorkflowQuestion = WorkflowRef & { contactId: ContactId; filters: Filters; now: Date }

export type ExplainedWorkflow = {
  /** Its emails to the contact, in the order of its steps. */
  emails: EmailQuestion[]
  segment: GateVerdict
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
    state: workflowVerdict(workflow, await findEntry(db, { ...ref, contactId })),
  }
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
    }
  })
}
