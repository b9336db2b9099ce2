import { z } from 'zod'
import { listFields, PathId } from '../../../platform/http/replies/paging.schema.ts'
import { Workflow, WorkflowSummary } from '../workflows.schema.ts'

const { trigger, stepCount } = WorkflowSummary.shape
const { steps, entry, exit, goal, holdout } = Workflow.shape

const summary = {
  version: z.int(),
  trigger,
  stepCount,
  active: z.int().describe('Active executions of this version. They finish in it.'),
  createdAt: z.iso.datetime().describe('When the version was last saved.'),
}

export const WorkflowVersionSummary = z.object(summary).meta({ id: 'WorkflowVersionSummary' })
export const WorkflowVersion = z
  .object({ ...summary, steps, entry, exit, goal, holdout })
  .meta({ id: 'WorkflowVersion' })

export const WorkflowVersionList = z
  .object({
    versions: z.array(WorkflowVersionSummary).describe('Without steps, entry, exit, goal and holdout.'),
    ...listFields,
  })
  .meta({ id: 'WorkflowVersionList' })

/** Anything that is not a version number becomes 0, a version that never exists. */
const VersionNumber = z
  .string()
  .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0))
  .describe('Number of the version.')

export const WorkflowVersionParams = z.object({ id: PathId.brand<'workflow'>(), version: VersionNumber })
