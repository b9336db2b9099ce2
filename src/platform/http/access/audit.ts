// The audit log of privileged acts: routes say with config.audit what an act is called, and whoever did it is written down in
// the transaction in which it is done (idempotency/idempotency.ts): an act that fails leaves no entry, and one whose entry
// cannot be written is undone. Where the log is kept is the business of the accounts feature.
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../db/client.ts'
import type { RequestTransaction } from '../../db/transactions/request-transaction.ts'
import type { ProjectId } from '../../ids.ts'
import type { App } from '../app-types.ts'

export type Actor = { kind: 'user' | 'key' | 'nobody'; id: string | null; name: string }

export type Act = {
  projectId: ProjectId
  action: string
  actor: Actor
  /** The record that it was done to. */
  target: string | null
  ip: string
}

export type ActRecorder = (trx: Trx, act: Act) => Promise<void>

export type Audit = {
  /** What the audit log calls this request; undefined if it does not mention it. */
  actionOf(request: FastifyRequest): string | undefined
  record(request: FastifyRequest, work: RequestTransaction): Promise<void>
}

export function createAudit(app: App, recordAct: ActRecorder): Audit {
  app.decorateRequest('auditTarget', undefined)
  return {
    actionOf,
    async record(request, work) {
      const action = actionOf(request)
      const actor = actorOf(request)
      if (action === undefined || !actor) return
      const { projectId, params, auditTarget, ip } = request
      const { id } = (params ?? {}) as { id?: string }
      await recordAct(await work.begin(), { projectId, action, actor, target: auditTarget ?? id ?? null, ip })
    },
  }
}

function actionOf({ routeOptions, body }: FastifyRequest): string | undefined {
  const { audit } = routeOptions.config
  return typeof audit === 'function' ? audit(body) : audit
}

export function actorOf({ key, member }: FastifyRequest): Actor | undefined {
  if (member) return { kind: 'user', id: member.user.id, name: member.user.email }
  return key && { kind: 'key', id: key.id, name: key.name }
}
