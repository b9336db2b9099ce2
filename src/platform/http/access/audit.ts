// The audit log of privileged actions: routes name the action with config.audit, and the entry is written in the
// transaction of the action (idempotency/idempotency.ts): a failed action leaves no entry, and one whose entry cannot be
// written is rolled back. The accounts feature stores the log.
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../db/client.ts'
import type { RequestTransaction } from '../../db/transactions/request-transaction.ts'
import type { ProjectId } from '../../ids.ts'
import type { App } from '../app-types.ts'

export type Actor = { kind: 'user' | 'key' | 'nobody'; id: string | null; name: string }

export type AuditEntry = {
  projectId: ProjectId
  action: string
  actor: Actor
  /** The record that was changed. */
  target: string | null
  ip: string
}

export type AuditRecorder = (trx: Trx, act: AuditEntry) => Promise<void>

export type Audit = {
  /** The action of this request in the audit log; undefined if it is not logged. */
  actionOf(request: FastifyRequest): string | undefined
  record(request: FastifyRequest, transaction: RequestTransaction): Promise<void>
}

export function createAudit(app: App, recordAudit: AuditRecorder): Audit {
  app.decorateRequest('auditTarget', undefined)
  return {
    actionOf,
    async record(request, transaction) {
      const action = actionOf(request)
      const actor = actorOf(request)
      if (action === undefined || !actor) return
      const { projectId, params, auditTarget, ip } = request
      const { id } = (params ?? {}) as { id?: string }
      await recordAudit(await transaction.begin(), {
        projectId,
        action,
        actor,
        target: auditTarget ?? id ?? null,
        ip,
      })
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
