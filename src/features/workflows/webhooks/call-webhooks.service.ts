// Calls the URLs of WEBHOOK steps: at least once, with the same webhook-id on every attempt. The call is made outside of
// any transaction; its end is told to the execution in the one that deletes the call.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { holdClaims, postponeClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { WorkKind } from '../../../platform/work/work-loop.ts'
import { createTemplateRenderer } from '../../templates/index.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import type { Outcome } from '../../../platform/outgoing/http-client.ts'
import type { WebhookAnswer } from '../engine/webhook-answer.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { insertInputs } from '../executions/executions.queries.ts'
import { CALLS, deleteCall, findCall, noteAttempt } from './calls.queries.ts'
import type { FoundCall } from './calls.queries.ts'
import { signingSecrets } from './signing-secret.service.ts'
import { makeRequest } from './webhook-request.service.ts'

export type CallTools = Pick<Deps, 'database' | 'clock' | 'log' | 'http' | 'secrets' | 'threads'> & {
  definitions: Definitions
}

type Tools = CallTools & { render: TemplateRenderer }

// Requests that wait for somebody's server. One project's slow endpoints leave three quarters of them to the others.
const SLOTS = 40
const SLOTS_PER_PROJECT = 10

// Six times what one call takes at most.
const LEASE_MS = 60_000

// A receiver that restarts is back after seconds, one that is being repaired after an hour. The contact waits meanwhile, so
// it is not tried for days.
const RETRY_AFTER_MS = [5_000, 60_000, 600_000, 3_600_000]

/** How calls are made: see platform/work. */
export function callWork(tools: CallTools): WorkKind {
  const all: Tools = { ...tools, render: createTemplateRenderer(tools.threads) }
  return {
    name: 'workflow webhooks',
    table: CALLS,
    batchSize: 1,
    slots: SLOTS,
    slotsPerProject: SLOTS_PER_PROJECT,
    leaseMs: LEASE_MS,
    async run(claims) {
      for (const claim of claims) await runCall(all, claim)
    },
  }
}

/** `isOver`: whether it is not tried again. */
type End = { isOk: boolean; isOver: boolean; output: WebhookAnswer }

async function runCall(tools: Tools, claim: Claim): Promise<void> {
  const { projectId, id } = claim
  const call = await findCall(tools.database.db, { projectId, callId: id })
  const end = call && (await attempt(tools, { claim, call }))
  if (call && end && !end.isOver) {
    await noteAttempt(tools.database.db, { projectId, call, answer: end.output })
    const pauseMs = RETRY_AFTER_MS[claim.attempts - 1] ?? 0
    const dueAt = new Date(tools.clock.now().getTime() + pauseMs)
    return postponeClaims(tools.database.db, { table: CALLS, claims: [claim], dueAt })
  }
  await finish(tools, { claim, call, end })
}

/** Undefined: nobody waits for it any more. */
async function attempt(
  tools: Tools,
  { claim, call }: { claim: Claim; call: FoundCall },
): Promise<End | undefined> {
  const { projectId } = claim
  const { execution: row, contact, secretState: state } = call
  const version = { workflowId: row.workflow_id, version: row.version }
  const [definition] = await tools.definitions.load(tools.database.db, { projectId, wanted: [version] })
  const step = definition?.steps.find(({ id }) => id === row.step_id)
  if (
    !contact ||
    !state ||
    step?.type !== 'WEBHOOK' ||
    row.status !== 'WAITING' ||
    row.visit !== call.visit
  ) {
    return undefined
  }
  const { render, secrets, clock } = tools
  const now = clock.now()
  const request = await makeRequest({
    projectId,
    webhookId: claim.id,
    config: step.config,
    row,
    contact,
    render,
    signingSecrets: signingSecrets({ projectId, workflowId: row.workflow_id, secrets, state, now }),
    now,
  }).catch(reasonOf)
  const attempts = { webhookId: claim.id, attempts: claim.attempts }
  if (typeof request === 'string') {
    return { isOk: false, isOver: true, output: { ...attempts, error: request } }
  }
  const outcome = await tools.http.send(request)
  if (outcome.status !== 'answered') {
    const isOver = outcome.status === 'refused' || isLast(claim)
    return { isOk: false, isOver, output: { ...attempts, error: explain(outcome) } }
  }
  const { statusCode, body } = outcome
  const isOk = statusCode >= 200 && statusCode < 300
  return { isOk, isOver: isOk || isLast(claim), output: { ...attempts, statusCode, body } }
}

const isLast = ({ attempts }: Claim) => attempts > RETRY_AFTER_MS.length

/** A refusal is about the URL, and says so to whoever saves it. */
const explain = ({ status, reason }: Exclude<Outcome, { status: 'answered' }>) =>
  status === 'refused' ? `the URL ${reason}` : reason

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}

type Finish = { claim: Claim; call: FoundCall | undefined; end: End | undefined }

async function finish({ database, clock }: Tools, { claim, call, end }: Finish): Promise<void> {
  const projectId: ProjectId = claim.projectId
  await inTransaction(database.db, async (trx) => {
    const [held] = await holdClaims(trx, { table: CALLS, claims: [claim] })
    if (!held) return
    await deleteCall(trx, { projectId, callId: claim.id })
    if (!call || !end) return
    const now = clock.now()
    const input = { type: 'webhook' as const, isOk: end.isOk, output: end.output, at: now.getTime() }
    await insertInputs(trx, { projectId, inputs: [{ executionId: call.execution.id, input }], now })
  })
}
