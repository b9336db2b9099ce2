import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvReport, sendReport } from '../../../platform/http/replies/csv-report.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { toStartedOperation } from '../../operations/index.ts'
import { StartedOperation } from '../../operations/operations.schema.ts'
import { requireWorkflow } from '../workflows.service.ts'
import {
  countExecutions,
  findExecution,
  listExecutions,
  listHistory,
  toExecution,
  toExecutionSummary,
} from './execution-list.queries.ts'
import {
  Execution,
  ExecutionList,
  ExecutionListQuery,
  ExecutionParams,
  ExecutionSkipQuery,
  ExecutionStart,
  ExecutionSummary,
  WorkflowStatistics,
} from './executions.schema.ts'
import { readStatistics } from './statistics.service.ts'
import {
  cancelExecution,
  enqueueCancelAll,
  retryExecution,
  skipStep,
  startManually,
  unknownExecution,
} from './execution-actions.service.ts'

const tags = ['Workflows']

// More than a person reads; an execution can have ten thousand.
const MOST_HISTORY = 1_000

export function executionRoutes(app: App, { clock, secrets }: Deps, { filters }: { filters: Filters }): void {
  const listing = createListing(secrets)

  app.get(
    '/workflows/:id/executions',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listWorkflowExecutions',
        summary: 'List executions of a workflow',
        description:
          'Newest first, with the last 10 entries of their history: GET /workflows/{id}/executions/{eid} returns up to 1,000. Ended executions are kept for 90 days, or for WORKFLOW_RETENTION_DAYS.',
        params: idParams<'workflow'>(),
        querystring: ExecutionListQuery,
        response: answers({ 200: ExecutionList }, [404]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, workflowId: request.params.id }
      await requireWorkflow(request.db, ref)
      return listing(request, {
        name: 'executions',
        page: (db, { filter, limit, before }) => listExecutions(db, { ...ref, ...filter, limit, before }),
        count: (db, { filter }) => countExecutions(db, { ...ref, ...filter }),
        item: toExecutionSummary,
      })
    },
  )

  app.get(
    '/workflows/:id/statistics',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getWorkflowStatistics',
        summary: 'Get the statistics of a workflow',
        description:
          'Returns the number of executions per status and, for each step, how many executions are waiting at it, have passed it, failed at it or left there, and the results of its emails.',
        params: idParams<'workflow'>(),
        response: answers({ 200: WorkflowStatistics }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      readStatistics(db, { projectId, workflowId: params.id, now: clock.now() }),
  )

  app.get(
    '/workflows/:id/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportWorkflowReport',
        summary: 'Export the report of a workflow as CSV',
        description: 'Returns the figures of `GET /workflows/{id}/statistics` as a file.',
        params: idParams<'workflow'>(),
        response: answers({ 200: csvReply(CsvReport) }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const report = await readStatistics(db, { projectId, workflowId: params.id, now: clock.now() })
      return sendReport(reply, { name: `workflow-${params.id}`, report })
    },
  )

  app.post(
    '/workflows/:id/executions',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'startWorkflowExecution',
        summary: 'Start a workflow for a contact',
        description:
          'Works for every enabled workflow, regardless of its trigger. The entry rules apply: returns 400 INVALID_STATE if the contact cannot enter.',
        params: idParams<'workflow'>(),
        body: ExecutionStart,
        response: answers({ 201: ExecutionSummary }, [404]),
      },
    },
    async ({ db, projectId, params, body: given }, reply) => {
      const ref = { projectId, workflowId: params.id }
      const row = await startManually(db, { ...ref, given, filters, now: clock.now() })
      return reply.code(201).send(toExecutionSummary(row))
    },
  )

  app.post(
    '/workflows/:id/executions/cancel',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'cancelWorkflowExecutions',
        summary: 'Cancel all executions of a workflow',
        description:
          'Cancels every execution that is active at the time of the request, in the background: follow the job with GET /jobs/{jobId}. Contacts can still enter an enabled workflow; disable it first to stop that.',
        params: idParams<'workflow'>(),
        response: answers({ 202: StartedOperation }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const row = await enqueueCancelAll(db, { projectId, workflowId: params.id, now: clock.now() })
      return reply.code(202).send(toStartedOperation(row))
    },
  )

  app.get(
    '/workflows/:id/executions/:eid',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getWorkflowExecution',
        summary: 'Get an execution',
        description: 'Returns the execution with its history: every visit of a step, oldest first.',
        params: ExecutionParams,
        response: answers({ 200: Execution }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const ref = { projectId, workflowId: params.id, executionId: params.eid }
      await requireWorkflow(db, ref)
      const row = await findExecution(db, ref)
      if (!row) throw unknownExecution()
      return toExecution(row, await listHistory(db, { ...ref, limit: MOST_HISTORY }))
    },
  )

  app.post(
    '/workflows/:id/executions/:eid/cancel',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'cancelWorkflowExecution',
        summary: 'Cancel an execution',
        description:
          'Stops the execution at its current step. Completed steps are not undone: emails that wait in the queue are still sent. Returns 400 INVALID_STATE if it has already ended.',
        params: ExecutionParams,
        response: answers({ 200: ExecutionSummary }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const ref = { projectId, workflowId: params.id, executionId: params.eid }
      return toExecutionSummary(await cancelExecution(db, { ...ref, now: clock.now() }))
    },
  )

  app.post(
    '/workflows/:id/executions/:eid/retry',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'retryWorkflowExecution',
        summary: 'Retry a failed execution',
        description:
          'Retries the failed step and continues from there, in the version that the execution began with. An execution that failed before its first step, because the entry filters could not be evaluated, enters the current version if the contact matches now. Returns 400 INVALID_STATE unless its status is FAILED and the contact can enter.',
        params: ExecutionParams,
        response: answers({ 200: ExecutionSummary }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const ref = { projectId, workflowId: params.id, executionId: params.eid }
      return toExecutionSummary(await retryExecution(db, { ...ref, filters, now: clock.now() }))
    },
  )

  app.post(
    '/workflows/:id/executions/:eid/skip',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'skipWorkflowStep',
        summary: 'Skip the step at which an execution waits',
        description:
          'The execution continues at once, as if its time had come: past a DELAY, or on the timeout branch of a WAIT_FOR_EVENT. Its history shows that the step was skipped. Returns 400 INVALID_STATE unless it waits at such a step.',
        params: ExecutionParams,
        querystring: ExecutionSkipQuery,
        response: answers({ 200: ExecutionSummary }, [404]),
      },
    },
    async ({ db, projectId, params, query }) => {
      const ref = { projectId, workflowId: params.id, executionId: params.eid }
      return toExecutionSummary(await skipStep(db, { ...ref, stepId: query.stepId, now: clock.now() }))
    },
  )
}
