import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { heavyTurn } from '../../../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { WorkflowId } from '../../../../platform/ids.ts'
import {
  changeWorkflow,
  createWorkflow,
  listWorkflows,
  removeWorkflow,
  requireWorkflow,
  withBodies,
} from '../../../workflows/index.ts'
import { WorkflowCreate } from '../../../workflows/workflows.schema.ts'
import { changedFields } from '../../changed-fields.ts'
import type {
  FileKind,
  LoadedRecords,
  RecordChange,
  SaveContext,
  StoredRecord,
  Tenant,
} from '../../file-kind.ts'
import { pathOf, stemOfName } from '../../file-names.ts'
import { checkFields, fileProblem } from '../../read-fields.ts'
import { idsBy, requireReferences } from '../../references.ts'
import { withoutTwins } from '../../without-twins.ts'
import { bodyEnding } from '../../body-ending.ts'
import { concealSecrets, revealSecrets } from './webhook-secrets.ts'
import { workflowEffects } from './workflow-effects.service.ts'
import { definitionReferences, withIds, withNames } from './workflow-references.ts'
import { parseWorkflow, placeOfWorkflowField, printWorkflow, requireSecrets } from './workflow-text.ts'
import type { Step, WorkflowFields } from './workflow-text.ts'

const PAGE = 100

async function loadWorkflows(db: Db | Trx, { projectId }: Tenant): Promise<LoadedRecords<WorkflowFields>> {
  const all: StoredRecord<WorkflowFields>[] = []
  let before: string | undefined
  for (;;) {
    const page = await listWorkflows(db, { projectId, filter: { sort: 'createdAt' }, limit: PAGE, before })
    for (const { id } of page.rows) {
      await heavyTurn(projectId)
      all.push(await loadWorkflow(db, { projectId, workflowId: id }))
    }
    before = page.rows.at(-1)?.id
    if (!page.hasMore || before === undefined) break
  }
  return withoutTwins(all, {
    kind: 'workflow',
    reason: 'Another workflow has the same file name. Rename one of them.',
    keepsFirst: () => false,
  })
}

async function loadWorkflow(
  db: Db | Trx,
  ref: Tenant & { workflowId: WorkflowId },
): Promise<StoredRecord<WorkflowFields>> {
  const row = await requireWorkflow(db, ref)
  const { name, description, enabled, trigger, entry = null, exit = null, goal = null, holdout = null } = row
  // Bodies that are made of blocks have the look of the brand kit as it is now, as they will have when they are sent.
  const steps = await withBodies(db, { projectId: ref.projectId, steps: row.steps.map(withoutMadeBody) })
  return {
    id: row.id,
    stem: stemOfName(name),
    name,
    updatedAt: row.updated_at,
    version: row.version,
    fields: { name, description, enabled, trigger, steps, entry, exit, goal, holdout },
  }
}

const withoutMadeBody = (step: Step): Step => {
  if (step.type !== 'SEND_EMAIL' || !step.config.blocks) return step
  const { body: _, ...config } = step.config
  return { ...step, config }
}

type Change = RecordChange<WorkflowFields>

/** With blocks, the body in the file is for readers: it is made from the blocks. */
function settleWorkflow({ stem, fields, before }: Change): WorkflowFields {
  const steps = fields.steps.map((step) => {
    if (step.type !== 'SEND_EMAIL' || !step.config.blocks) return step
    const { blocks, body } = step.config
    const same = before?.fields.steps.find(({ id }) => id === step.id)
    const known = same?.type === 'SEND_EMAIL' ? same.config : undefined
    const isEdited = known?.body && body && body !== known.body
    if (isEdited && isDeepStrictEqual(blocks, known.blocks)) {
      const [made, source] = [bodyEnding(body), '.blocks.json'].map((ending) =>
        pathOf('workflow', stem, `.${step.id}${ending}`),
      )
      throw fileProblem(made ?? '', {
        message: `is made from ${source ?? ''}, and was changed alone: change that file instead, or delete it to keep this body`,
      })
    }
    const { body: _, ...config } = step.config
    // In the place in which the project has it, so that both are equal if nothing has changed.
    return { ...step, config: known?.body && known.blocks ? { ...config, body: known.body } : config }
  })
  return { ...fields, steps }
}

async function reserveWorkflow(
  { late, projectId, threads, checks, now }: SaveContext,
  { fields }: Change,
): Promise<string> {
  const given = { name: fields.name, trigger: { type: 'MANUAL' as const }, steps: [] }
  return (await createWorkflow(late, { projectId, threads, http: checks.server, now, given })).id
}

async function saveWorkflow(context: SaveContext, change: Change): Promise<string> {
  const { late, projectId, threads, checks, now, ids } = context
  const { stem, fields, before, reservedId } = change
  requireReferences(definitionReferences(fields), ids)
  const secrets = new Map([...(before?.secrets ?? []), ...context.secrets])
  requireSecrets({ stem, fields }, secrets)
  const steps = revealSecrets(fields.steps.map(withoutMadeBody), (name) => secrets.get(name) ?? '')
  // Once more, because the values of secrets have limits, too.
  const place = (field: string) => placeOfWorkflowField(field, { stem, fields })
  const whole = checkFields(WorkflowCreate, withIds({ ...fields, steps }, idsBy(ids)), place)
  const changed = before ? Object.keys(changedFields(before.fields, fields)) : Object.keys(fields)
  if (hasNewSecrets(change, context.secrets)) changed.push('steps')
  const patch = Object.fromEntries(
    Object.entries(whole as z.output<typeof WorkflowCreate>).filter(([name]) => changed.includes(name)),
  )
  const workflowId = (before?.id ?? reservedId) as WorkflowId
  await changeWorkflow(late, {
    projectId,
    workflowId,
    threads,
    http: checks.server,
    now,
    given: patch,
  })
  return workflowId
}

const hasNewSecrets = ({ before }: Change, given: ReadonlyMap<string, string>): boolean =>
  [...(before?.secrets ?? [])].some(([name, value]) => (given.get(name) ?? value) !== value)

export const workflowKind: FileKind<WorkflowFields> = {
  name: 'workflow',
  label: 'workflow',
  load: loadWorkflows,
  express(record, names) {
    const fields = withNames(record.fields, names)
    if (typeof fields === 'string') return fields
    const { steps, secrets } = concealSecrets(fields.steps, record.stem)
    return { ...record, fields: { ...fields, steps }, secrets }
  },
  print: printWorkflow,
  parse: parseWorkflow,
  nameOf: ({ name }) => name,
  referredAs: ({ name }) => name,
  references: definitionReferences,
  settle: settleWorkflow,
  placeOf: placeOfWorkflowField,
  reserve: reserveWorkflow,
  save: saveWorkflow,
  effects: workflowEffects,
  async remove({ trx, projectId }, { id }) {
    await removeWorkflow(trx, { projectId, workflowId: id as WorkflowId, isCancelling: false })
  },
}
