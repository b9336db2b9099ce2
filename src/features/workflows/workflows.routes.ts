import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { bodyUpTo } from '../../platform/http/body/body-limit.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { recordKey } from '../../platform/record-key.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import { createTemplateRenderer } from '../templates/index.ts'
import { checkRecords } from './check-records.service.ts'
import { simulateWorkflow } from './simulate/simulate.service.ts'
import { countWorkflows, listWorkflows, toSummary, toWorkflow } from './workflows.queries.ts'
import {
  DefinitionSimulate,
  toDefinition,
  Workflow,
  WorkflowCreate,
  WorkflowDeleteQuery,
  WorkflowList,
  WorkflowListQuery,
  WorkflowPatch,
  WorkflowSimulate,
  WorkflowSimulated,
} from './workflows.schema.ts'
import {
  changeWorkflow,
  createWorkflow,
  duplicateWorkflow,
  removeWorkflow,
  requireWorkflow,
} from './workflows.service.ts'

const tags = ['Workflows']

// 200 steps with their settings, and some inline emails.
const WORKFLOW_BYTES = 512 * 1_024

const SIMULATION =
  'Runs one contact through the workflow on a virtual clock, with the same engine as real executions, and returns each step with its time, the rendered emails and every change. Nothing is sent or stored. Webhooks count as successful, and email as delivered at once.'

export function workflowRoutes(app: App, { clock, config, http, secrets, threads }: Deps): void {
  const listing = createListing(secrets)
  const tools = { threads, clock, render: createTemplateRenderer(threads), publicUrl: config.publicUrl }
  const bodyLimit = bodyUpTo(config, WORKFLOW_BYTES)

  app.get(
    '/workflows',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listWorkflows',
        summary: 'List workflows',
        description:
          'Lists workflows without steps, goal, holdout, entry and exit rules: GET /workflows/{id} returns those.',
        querystring: WorkflowListQuery,
        response: answers({ 200: WorkflowList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'workflows',
        page: listWorkflows,
        count: countWorkflows,
        keyOf: (row) => recordKey(request.query.sort, row),
        item: toSummary,
      }),
  )

  app.post(
    '/workflows',
    {
      config: { access: 'full', beginsLate: true, strictBody: { records: [Workflow] } },
      bodyLimit,
      schema: {
        tags,
        operationId: 'createWorkflow',
        summary: 'Create a workflow',
        description:
          'The whole definition is checked: ids, branches, reachable steps, loops without a delay, templates, segments and the URLs of webhooks. With enabled: true contacts enter from now on; earlier events start nothing.',
        body: WorkflowCreate,
        response: answers({ 201: Workflow }),
      },
    },
    async ({ late, projectId, body: given }, reply) => {
      const row = await createWorkflow(late, { projectId, given, threads, http, now: clock.now() })
      return reply.code(201).send(toWorkflow(row))
    },
  )

  app.post(
    '/workflows/simulate',
    {
      config: { access: 'read', beginsLate: true },
      bodyLimit,
      schema: {
        tags,
        operationId: 'simulateDefinition',
        summary: 'Simulate a workflow that is not saved',
        description: SIMULATION,
        body: DefinitionSimulate,
        response: answers({ 200: WorkflowSimulated }),
      },
    },
    async ({ late, projectId, body: given }) => {
      const definition = toDefinition(given)
      const prepared = await checkRecords(late.db, { projectId, definition, threads, http })
      return simulateWorkflow(late.db, { ...tools, projectId, definition, seed: '', given, prepared })
    },
  )

  app.get(
    '/workflows/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getWorkflow',
        summary: 'Get a workflow',
        description: 'Returns the workflow with its whole definition.',
        params: idParams<'workflow'>(),
        response: answers({ 200: Workflow }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      toWorkflow(await requireWorkflow(db, { projectId, workflowId: params.id })),
  )

  app.patch(
    '/workflows/:id',
    {
      config: { access: 'full', beginsLate: true, strictBody: { records: [Workflow] } },
      bodyLimit,
      schema: {
        tags,
        operationId: 'updateWorkflow',
        summary: 'Update a workflow',
        description:
          'Fields that are left out keep their values; steps are replaced as a whole. Saving a definition that has been enabled creates a new version, and active executions finish in the version they began with.',
        params: idParams<'workflow'>(),
        body: WorkflowPatch,
        response: answers({ 200: Workflow }, [404]),
      },
    },
    async ({ late, projectId, params, body: given }) => {
      const ref = { projectId, workflowId: params.id }
      return toWorkflow(await changeWorkflow(late, { ...ref, given, threads, http, now: clock.now() }))
    },
  )

  app.delete(
    '/workflows/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteWorkflow',
        summary: 'Delete a workflow',
        description:
          'Deletes the workflow with its versions and executions; emails that it has sent are kept. Returns 409 if it has active executions, unless `cancel=true` cancels them.',
        params: idParams<'workflow'>(),
        querystring: WorkflowDeleteQuery,
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params, query }, reply) => {
      await removeWorkflow(db, { projectId, workflowId: params.id, isCancelling: query.cancel })
      return reply.code(204).send()
    },
  )

  app.post(
    '/workflows/:id/duplicate',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'duplicateWorkflow',
        summary: 'Duplicate a workflow',
        description: 'Creates a disabled workflow with the same definition, at version 1.',
        params: idParams<'workflow'>(),
        response: answers({ 201: Workflow }, [404]),
      },
    },
    async ({ projectId, params, db }, reply) => {
      const row = await duplicateWorkflow(db, { projectId, workflowId: params.id, now: clock.now() })
      return reply.code(201).send(toWorkflow(row))
    },
  )

  app.post(
    '/workflows/:id/simulate',
    {
      config: { access: 'read', beginsLate: true },
      bodyLimit,
      schema: {
        tags,
        operationId: 'simulateWorkflow',
        summary: 'Simulate a workflow',
        description: SIMULATION,
        params: idParams<'workflow'>(),
        body: WorkflowSimulate,
        response: answers({ 200: WorkflowSimulated }, [404]),
      },
    },
    async ({ late, projectId, params, body: given }) => {
      const row = await requireWorkflow(late.db, { projectId, workflowId: params.id })
      const { trigger, steps, entry, exit, goal, holdout } = row
      const definition = { trigger, steps, entry, exit, goal, holdout }
      return simulateWorkflow(late.db, { ...tools, projectId, definition, seed: row.id, given })
    },
  )
}
