// One transaction of the runner: locks, reads what the engine has to know, lets it decide, and writes down what it decided.
import type { Trx } from '../../../../platform/db/client.ts'
import type { ContactId, ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import type { Claim } from '../../../../platform/work/due-rows.ts'
import { findProject } from '../../../projects/index.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Effect, Filling, Input } from '../../engine/execution.ts'
import { stepVariables } from '../../step-variables.ts'
import { reachableSteps } from '../facts/reachable-steps.ts'
import { carryOut } from '../effects/effects.service.ts'
import type { ProjectSettings, ReadyEmail, WantedEmail } from '../effects/email-contents.service.ts'
import {
  deleteInputs,
  holdExecutions,
  listInputs,
  lockContactsOf,
  saveExecutions,
} from '../executions.queries.ts'
import type { ContactOfExecution, HeldExecution, Saved } from '../executions.queries.ts'
import { countHistory, readShared, toFacts } from '../facts/facts.service.ts'
import type { SharedFacts } from '../facts/facts.service.ts'
import { withEarlierEvents } from './earlier-events.service.ts'
import type { Tools } from './runner-tools.ts'
import type { Unnamed } from './step-names.service.ts'
import { takeOn } from './apply-inputs.ts'
import type { Taken } from './apply-inputs.ts'
import { holdWorkflows } from '../../workflows.queries.ts'

/** What a step needs and has to be made outside of the transaction. What `make` returns is why that cannot be done. */
type Missing = { stepId: string; make: () => Promise<string | undefined> }

export type Advanced = {
  /** Those that have to be tried again, because of the next two, or because another execution of the contact went first. */
  left: Claim[]
  /** Emails and data that are not ready, by the execution that came to them. */
  missing: Map<ExecutionId, Missing[]>
  hasEmails: boolean
}

export type Batch = Tools & {
  projectId: ProjectId
  claims: readonly Claim[]
  refused: ReadonlyMap<ExecutionId, ReadonlyMap<string, string>>
  unnamed: Unnamed
  /** Of the executions; that never changes. */
  contactIds: readonly ContactId[]
}

/** An execution with all that is needed to take it on. Without definition: its workflow has been deleted. */
type BatchExecution = {
  claim: Claim
  row: HeldExecution
  contact: ContactOfExecution | undefined
  definition: Definition | undefined
  inputs: readonly Input[]
}

export async function advanceBatch(trx: Trx, batch: Batch): Promise<Advanced> {
  const { projectId, clock } = batch
  const known = await readBatch(trx, batch)
  const project = await findProject(trx, { projectId })
  const advanced: Advanced = { left: [], missing: new Map(), hasEmails: false }
  if (known.length === 0 || !project) return advanced
  const now = clock.now()
  const done: Decided[] = []
  const changed = new Set<ContactId>()
  const told = await tellEarlier(trx, { projectId, known, now })
  for (const decided of await decideAll(trx, { ...batch, known: told, project, now })) {
    const { claim, row } = decided.known
    if (decided.missing.length > 0) advanced.missing.set(row.id, decided.missing)
    // It has decided by what the contact was before another execution changed it: it goes again, after that one.
    if (decided.missing.length > 0 || changed.has(row.contact_id)) {
      advanced.left.push(claim)
      continue
    }
    done.push(decided)
    if (decided.taken.effects.some(changesFacts)) changed.add(row.contact_id)
  }
  const saved = await carryOutAll(trx, { projectId, done, now })
  advanced.hasEmails = done.some(({ emails }) => emails.size > 0)
  const taken = done.filter(({ known: { row } }) => hasInputs(row)).map(({ known: { row } }) => row.id)
  await deleteInputs(trx, { projectId, ids: taken })
  await saveExecutions(trx, { projectId, saved, now })
  return advanced
}

/** Whether other executions of the contact may decide differently afterwards. */
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

type EarlierEventsInput = { projectId: ProjectId; known: readonly BatchExecution[]; now: Date }

async function tellEarlier(
  trx: Trx,
  { projectId, known, now }: EarlierEventsInput,
): Promise<BatchExecution[]> {
  const concerned = known.flatMap(({ row, contact, definition, inputs }) =>
    contact && definition ? [{ row, definition, inputs }] : [],
  )
  const told = await withEarlierEvents(trx, { projectId, concerned, now })
  return known.map((one) => ({ ...one, inputs: told.get(one.row.id) ?? one.inputs }))
}

type Deciding = Batch & { known: readonly BatchExecution[]; project: ProjectSettings; now: Date }

type Emails = Map<Effect, { wanted: WantedEmail; ready: ReadyEmail }>
type Decided = { known: BatchExecution; taken: Taken; emails: Emails; missing: Missing[] }

async function decideAll(trx: Trx, deciding: Deciding): Promise<Decided[]> {
  const { projectId, known, filters, now } = deciding
  const asked = known.flatMap(({ row, contact, definition }) => {
    if (!contact || !definition) return []
    const steps = reachableSteps(definition, { status: row.status, stepId: row.step_id })
    return [{ contactId: contact.id, definition, steps }]
  })
  const shared = await readShared(trx, { projectId, asked })
  const counted = await countHistory(trx, { projectId, asked, filters, now })
  return known.map((one) => {
    const found = one.contact && counted.get(one.contact.id)
    return decide({ ...deciding, one, shared, counted: found })
  })
}

type One = Deciding & {
  one: BatchExecution
  shared: SharedFacts
  counted: Parameters<typeof toFacts>[0]['counted']
}

function decide(deciding: One): Decided {
  const { one, shared, counted, project, refused, unnamed, now } = deciding
  const { row, contact, definition, inputs } = one
  const none = { known: one, emails: new Map() as Emails, missing: [] }
  if (!definition || !contact) {
    const reason = definition ? 'The contact was deleted.' : 'The workflow was deleted.'
    return {
      ...none,
      taken: takeOn({ row, definition, facts: undefined, inputs: [{ type: 'cancel', reason }], now }),
    }
  }
  const unfilled: Missing[] = []
  const facts = toFacts({
    contact,
    fill: (filling) => filledOr(filling, { deciding, missing: unfilled }),
    counted,
    shared,
    refused: new Map([...(unnamed.get(definition) ?? []), ...(refused.get(row.id) ?? [])]),
    seed: row.workflow_id,
    timeZone: project.timezone,
  })
  const taken = takeOn({ row, definition, facts, inputs, now })
  // What comes after data that is not ready is decided again.
  if (unfilled.length > 0) return { ...none, taken, missing: unfilled }
  return { known: one, taken, ...emailsOf(deciding, taken) }
}

function filledOr(
  { stepId, data, contact, event }: Filling,
  { deciding: { values, projectId }, missing }: { deciding: One; missing: Missing[] },
): Record<string, unknown> {
  const wanted = values.wanted({ projectId, values: data, variables: stepVariables({ contact, event }) })
  const found = wanted ? values.find(wanted) : data
  if (found) return found
  if (wanted && missing.length === 0) missing.push({ stepId, make: () => values.make(wanted) })
  return data
}

/** The emails that effects ask for: those that are ready, and those that have to be made first. */
function emailsOf({ contents, project, shared }: One, { effects }: Taken) {
  const emails: Emails = new Map()
  const missing: Missing[] = []
  for (const effect of effects) {
    if (effect.type !== 'sendEmail') continue
    const wanted = contents.wanted({ project, config: effect.config, templates: shared.templates })
    const ready = contents.find(wanted)
    if (ready) emails.set(effect, { wanted, ready })
    else missing.push({ stepId: effect.stepId, make: () => contents.make(wanted) })
  }
  return { emails, missing }
}

type Done = { projectId: ProjectId; done: readonly Decided[]; now: Date }

async function carryOutAll(trx: Trx, { projectId, done, now }: Done): Promise<Saved[]> {
  const doings = done.flatMap(({ known: { row, contact }, taken, emails }) =>
    contact ? [{ row, depth: taken.state.depth, effects: taken.effects, emails }] : [],
  )
  const outputs = await carryOut(trx, { projectId, doings, now })
  return done.map(({ known: { row, definition }, taken: { state, effects, entries } }) => {
    const told = new Map(effects.map((effect) => [effect.visit, outputs.get(effect)]))
    const complete = entries.map((entry) => {
      const output = told.get(entry.visit)
      return output ? { ...entry, output: { ...entry.output, ...output } } : entry
    })
    return { row, state, definition, entries: complete }
  })
}
