import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  Execution as ExecutionSchema,
  ExecutionList,
  ExecutionSummary as ExecutionSummarySchema,
  WorkflowStatistics,
} from '../../../../src/features/workflows/executions/executions.schema.ts'
import type {
  WorkflowPreflight,
  WorkflowPreflightAnswer,
} from '../../../../src/features/workflows/preflight/preflight.schema.ts'
import type {
  WorkflowVersionList,
  WorkflowVersion as WorkflowVersionSchema,
} from '../../../../src/features/workflows/versions/versions.schema.ts'
import type {
  DefinitionSimulate,
  WorkflowCreate,
  WorkflowList,
  WorkflowPatch,
  Workflow as WorkflowSchema,
  WorkflowSimulated,
  WorkflowSummary as WorkflowSummarySchema,
} from '../../../../src/features/workflows/workflows.schema.ts'
import type { StartedOperation } from '../../../../src/features/operations/operations.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import type { RecordListFilter } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Workflow = z.infer<typeof WorkflowSchema>
export type WorkflowSummary = z.infer<typeof WorkflowSummarySchema>
export type WorkflowVersion = z.infer<typeof WorkflowVersionSchema>
export type Statistics = z.infer<typeof WorkflowStatistics>
export type Execution = z.infer<typeof ExecutionSchema>
export type ExecutionSummary = z.infer<typeof ExecutionSummarySchema>
export type ExecutionStatus = ExecutionSummary['status']
export type Simulation = z.infer<typeof WorkflowSimulated>
export type SimulationRequest = z.input<typeof DefinitionSimulate>

export type CheckedStep = z.input<typeof WorkflowPreflight>['steps'][number]
export type SenderProblem = z.infer<typeof WorkflowPreflightAnswer>['problems'][number]

export const workflowListQuery = (api: ProjectApi, filter: RecordListFilter = {}) =>
  listOptions<z.infer<typeof WorkflowList>>(api, '/workflows', filter)

export const workflowQuery = (api: ProjectApi, id: string) => recordOptions<Workflow>(api, ['/workflows', id])

/** Checks steps that need not be saved. */
export const senderProblemsQuery = (api: ProjectApi, steps: readonly CheckedStep[]) =>
  queryOptions({
    queryKey: [api.projectId, '/workflows', 'preflight', steps] as const,
    queryFn: ({ signal }) =>
      api.post<z.infer<typeof WorkflowPreflightAnswer>>('/workflows/preflight', { steps }, { signal }),
    enabled: steps.length > 0,
    placeholderData: keepPreviousData,
  })

// Reading the figures costs two lookups.
const FIGURES_POLL_MS = 5_000

export const statisticsQuery = (api: ProjectApi, id: string) => ({
  ...recordOptions<Statistics>(api, ['/workflows', id, 'statistics']),
  refetchInterval: FIGURES_POLL_MS,
})

export const workflowVersionListQuery = (api: ProjectApi, id: string) =>
  listOptions<z.infer<typeof WorkflowVersionList>>(api, `/workflows/${id}/versions`)

/** A version with executions never changes; the newest one may be saved again. */
export const workflowVersionQuery = (api: ProjectApi, id: string, version: number) =>
  recordOptions<WorkflowVersion>(api, ['/workflows', id, 'versions', String(version)])

type ExecutionFilter = { status?: ExecutionStatus | undefined; search?: string | undefined }

export const executionListQuery = (api: ProjectApi, id: string, filter: ExecutionFilter = {}) =>
  listOptions<z.infer<typeof ExecutionList>>(api, `/workflows/${id}/executions`, filter)

export const isActive = ({ status }: Pick<ExecutionSummary, 'status'>): boolean =>
  status === 'RUNNING' || status === 'WAITING'

const EXECUTION_POLL_MS = 1_500

export const executionQuery = (api: ProjectApi, id: string, executionId: string) =>
  queryOptions({
    ...recordOptions<Execution>(api, ['/workflows', id, 'executions', executionId]),
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : EXECUTION_POLL_MS),
  })

export const createWorkflow = (api: ProjectApi, workflow: z.input<typeof WorkflowCreate>) =>
  api.post<Workflow>('/workflows', workflow)

export const saveWorkflow = (api: ProjectApi, id: string, patch: z.input<typeof WorkflowPatch>) =>
  api.patch<Workflow>(`/workflows/${id}`, patch)

export const duplicateWorkflow = (api: ProjectApi, id: string) =>
  api.post<Workflow>(`/workflows/${id}/duplicate`)

/** Also cancels active executions. */
export const deleteWorkflow = (api: ProjectApi, id: string) =>
  api.delete<undefined>(`/workflows/${id}`, { cancel: true })

export const simulate = (api: ProjectApi, request: SimulationRequest) =>
  api.post<Simulation>('/workflows/simulate', request)

export const startExecution = (
  api: ProjectApi,
  id: string,
  start: { contactId: string; data?: Record<string, unknown> },
) => api.post<ExecutionSummary>(`/workflows/${id}/executions`, start)

export const cancelExecutions = (api: ProjectApi, id: string) =>
  api.post<z.infer<typeof StartedOperation>>(`/workflows/${id}/executions/cancel`)

export const cancelExecution = (api: ProjectApi, { workflowId, id }: ExecutionSummary) =>
  api.post<ExecutionSummary>(`/workflows/${workflowId}/executions/${id}/cancel`)

export const retryExecution = (api: ProjectApi, { workflowId, id }: ExecutionSummary) =>
  api.post<ExecutionSummary>(`/workflows/${workflowId}/executions/${id}/retry`)

export const skipStep = (api: ProjectApi, { workflowId, id, currentStepId }: ExecutionSummary) =>
  api.post<ExecutionSummary>(`/workflows/${workflowId}/executions/${id}/skip?stepId=${currentStepId}`)
