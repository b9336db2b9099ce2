// One transaction of the runner: locks the executions, reads the facts, lets the engine decide, and saves the result.
import type { Trx } from '../../../../platform/db/client.ts'
import type { ContactId, ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import { findProject } from '../../../projects/index.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Advance, Effect, Input, StepDataInput } from '../../engine/execution.ts'
import { stepVariables } from '../../step-variables.ts'
import { reachableSteps } from '../facts/reachable-steps.ts'
import { applyEffects } from '../effects/effects.service.ts'
import type {
  ProjectSettings,
  ReadyEmail,
  WantedEmail,
  EmailContents,
} from '../effects/email-contents.service.ts'
import {
  deleteInputs,
  holdExecutions,
  listInputs,
  lockContactsOf,
  updateExecutions,
} from '../executions.queries.ts'
import type {
  ContactOfExecution,
  ExecutionClaim,
  ExecutionUpdate,
  HeldExecution,
} from '../executions.queries.ts'
import { countHistory, readOpens, readSharedFacts, toFacts } from '../facts/facts.service.ts'
import type { SharedFacts } from '../facts/facts.service.ts'
import { withEarlierEvents } from './earlier-events.service.ts'
import type { NameRefusals, StepNames } from './step-names.service.ts'
import { applyInputs } from './apply-inputs.ts'
import { holdWorkflows } from '../../workflows.queries.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmailAnnouncer } from '../../../delivery/index.ts'
import type { Filters } from '../../../filters/index.ts'
import type { Definitions } from '../definitions.service.ts'
import type { StepValues } from '../effects/step-values.service.ts'

export type RunnerParts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'log'>

export type Tools = RunnerParts & {
  filters: Filters
  definitions: Definitions
  contents: EmailContents
  values: StepValues
  names: StepNames
  announcer: EmailAnnouncer
}

/** Content that a step needs and that is built outside of the transaction. `make` returns the reason if that fails. */
type MissingContent = { stepId: string; make: () => Promise<string | undefined> }

export type BatchResult = {
  /** Executions to run again: their content is missing, or another execution of the contact went first. */
  left: ExecutionClaim[]
  /** Emails and data that are not ready, by execution. */
  missing: Map<ExecutionId, MissingContent[]>
  hasEmails: boolean
}

export type Batch = Tools & {
  projectId: ProjectId
  claims: readonly ExecutionClaim[]
  refused: ReadonlyMap<ExecutionId, ReadonlyMap<string, string>>
  nameRefusals: NameRefusals
  /** Contacts of the executions; these never change. */
  contactIds: readonly ContactId[]
}

/** An execution with everything needed to advance it. The definition is undefined if its workflow was deleted. */
type BatchExecution = {
  claim: ExecutionClaim
  row: HeldExecution
  contact: ContactOfExecution | undefined
  definition: Definition | undefined
  inputs: readonly Input[]
}

export async function advanceBatch(trx: Trx, batch: Batch): Promise<BatchResult> {
  const { projectId, clock } = batch
  const known = await readBatch(trx, batch)
  const project = await findProject(trx, { projectId })
  const result: BatchResult = { left: [], missing: new Map(), hasEmails: false }
  if (known.length === 0 || !project) return result
  const now = clock.now()
  const done: Decision[] = []
  const changed = new Set<ContactId>()
  const complete = await addEarlierEvents(trx, { projectId, known, now })
  for (const decision of await decideAll(trx, { ...batch, known: complete, project, now })) {
    const { claim, row } = decision.known
    if (decision.missing.length > 0) result.missing.set(row.id, decision.missing)
    // Another execution of the batch changes the contact: this one decided on outdated facts and runs again afterwards.
    if (decision.missing.length > 0 || changed.has(row.contact_id)) {
      result.left.push(claim)
      continue
    }
    done.push(decision)
    if (decision.advance.effects.some(changesFacts)) changed.add(row.contact_id)
  }
  const saved = await applyDecisions(trx, { projectId, done, now })
  result.hasEmails = done.some(({ emails }) => emails.size > 0)
  const ids = done.filter(({ known: { row } }) => hasInputs(row)).map(({ known: { row } }) => row.id)
  await deleteInputs(trx, { projectId, ids })
  await updateExecutions(trx, { projectId, saved, now })
  return result
}

/** Whether other executions of the contact may decide differently after the effect. */
const changesFacts = ({ type }: Effect) => type !== 'sendEmail' && type !== 'callWebhook'

const hasInputs = ({ pending }: HeldExecution) => pending > 0

/** Contacts are locked before executions. */
async function readBatch(
  trx: Trx,
  { projectId, claims, contactIds, definitions }: Batch,
): Promise<BatchExecution[]> {
  const contacts = await lockContactsOf(trx, { projectId, ids: contactIds })
  const rows = await holdExecutions(trx, claims)
  const claimOf = new Map(claims.map((claim) => [claim.id, claim]))
  const wanted = rows.map(({ workflow_id: workflowId, version }) => ({ workflowId, version }))
  const alive = await holdWorkflows(trx, { projectId, ids: wanted.map(({ workflowId }) => workflowId) })
  const known = await definitions.load(trx, { projectId, wanted })
  const inputs = await listInputs(trx, { projectId, ids: rows.filter(hasInputs).map(({ id }) => id) })
  return rows.flatMap((row, index) => {
    const claim = claimOf.get(row.id)
    const definition = alive.has(row.workflow_id) ? known[index] : undefined
    const contact = contacts.get(row.contact_id)
    return claim ? [{ claim, row, contact, definition, inputs: inputs.get(row.id) ?? [] }] : []
  })
}

async function addEarlierEvents(
  trx: Trx,
  { projectId, known, now }: { projectId: ProjectId; known: readonly BatchExecution[]; now: Date },
): Promise<BatchExecution[]> {
  const executions = known.flatMap(({ row, contact, definition, inputs }) =>
    contact && definition ? [{ row, definition, inputs }] : [],
  )
  const inputs = await withEarlierEvents(trx, { projectId, executions, now })
  return known.map((one) => ({ ...one, inputs: inputs.get(one.row.id) ?? one.inputs }))
}

type DecisionContext = Batch & { known: readonly BatchExecution[]; project: ProjectSettings; now: Date }

type Emails = Map<Effect, { wanted: WantedEmail; ready: ReadyEmail }>
type Decision = { known: BatchExecution; advance: Advance; emails: Emails; missing: MissingContent[] }

async function decideAll(trx: Trx, context: DecisionContext): Promise<Decision[]> {
  const { projectId, known, filters, now } = context
  const requests = known.flatMap(({ row, contact, definition }) => {
    if (!contact || !definition) return []
    const steps = reachableSteps(definition, { status: row.status, stepId: row.step_id })
    return [{ contactId: contact.id, definition, steps }]
  })
  const shared = await readSharedFacts(trx, { projectId, requests })
  const counted = await countHistory(trx, { projectId, requests, filters, now })
  const opens = await readOpens(trx, { projectId, requests, now })
  return known.map((one) => {
    const { contact } = one
    const found = contact && { counted: counted.get(contact.id), opens: opens.get(contact.id) }
    return decide({ ...context, one, shared, counted: found?.counted, opens: found?.opens })
  })
}

type ExecutionContext = DecisionContext & {
  one: BatchExecution
  shared: SharedFacts
  counted: Parameters<typeof toFacts>[0]['counted']
  opens: readonly number[] | undefined
}

function decide(context: ExecutionContext): Decision {
  const { one, shared, counted, opens, project, refused, nameRefusals, now } = context
  const { row, contact, definition, inputs } = one
  const none = { known: one, emails: new Map() as Emails, missing: [] }
  if (!definition || !contact) {
    const reason = definition ? 'The contact was deleted.' : 'The workflow was deleted.'
    return {
      ...none,
      advance: applyInputs({ row, definition, facts: undefined, inputs: [{ type: 'cancel', reason }], now }),
    }
  }
  const unfilled: MissingContent[] = []
  const facts = toFacts({
    contact,
    fill: (input) => fillData(input, { context, missing: unfilled }),
    counted,
    opens,
    shared,
    refused: new Map([...(nameRefusals.get(definition) ?? []), ...(refused.get(row.id) ?? [])]),
    seed: row.workflow_id,
    timeZone: project.timezone,
  })
  const advance = applyInputs({ row, definition, facts, inputs, now })
  // Steps after data that is not ready are decided again.
  if (unfilled.length > 0) return { ...none, advance, missing: unfilled }
  return { known: one, advance, ...emailsOf(context, advance) }
}

/** The evaluated data; unchanged, with an entry in `missing`, while it is not ready. */
function fillData(
  { stepId, data, ...execution }: StepDataInput,
  { context: { values, projectId }, missing }: { context: ExecutionContext; missing: MissingContent[] },
): Record<string, unknown> {
  const wanted = values.wanted({ projectId, values: data, variables: stepVariables(execution) })
  const found = wanted ? values.find(wanted) : data
  if (found) return found
  if (wanted && missing.length === 0) missing.push({ stepId, make: () => values.make(wanted) })
  return data
}

/** The emails of the effects: those that are ready, and those that have to be built first. */
function emailsOf({ contents, project, shared }: ExecutionContext, { effects }: Advance) {
  const emails: Emails = new Map()
  const missing: MissingContent[] = []
  for (const effect of effects) {
    if (effect.type !== 'sendEmail') continue
    const wanted = contents.wanted({ project, config: effect.config, shared })
    const ready = contents.find(wanted)
    if (ready) emails.set(effect, { wanted, ready })
    else missing.push({ stepId: effect.stepId, make: () => contents.make(wanted) })
  }
  return { emails, missing }
}

type DecisionBatch = { projectId: ProjectId; done: readonly Decision[]; now: Date }

async function applyDecisions(trx: Trx, { projectId, done, now }: DecisionBatch): Promise<ExecutionUpdate[]> {
  const executions = done.flatMap(({ known: { row, contact }, advance, emails }) =>
    contact ? [{ row, depth: advance.state.depth, effects: advance.effects, emails }] : [],
  )
  const outputs = await applyEffects(trx, { projectId, executions, now })
  return done.map(({ known: { row, definition }, advance: { state, effects, entries } }) => {
    const outputOf = new Map(effects.map((effect) => [effect.visit, outputs.get(effect)]))
    const complete = entries.map((entry) => {
      const output = outputOf.get(entry.visit)
      return output ? { ...entry, output: { ...entry.output, ...output } } : entry
    })
    return { row, state, definition, entries: complete }
  })
}
