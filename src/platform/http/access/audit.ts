// The audit log of privileged acts: routes say with config.audit what an act is called, and whoever did it successfully is
// written down before the answer is sent. Where the log is kept is the business of the accounts feature.
import type { FastifyRequest } from 'fastify'
import type { ProjectId } from '../../ids.ts'
import type { Log } from '../../log/log.ts'
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

export type ActRecorder = (act: Act) => Promise<void>

export function installAudit(app: App, { recordAct, log }: { recordAct: ActRecorder; log: Log }): void {
  app.decorateRequest('audit', undefined)
  app.addHook('onSend', async (request, reply, payload) => {
    const action = request.audit?.action ?? request.routeOptions.config.audit
    const isNew = reply.statusCode < 300 && reply.getHeader('idempotency-replayed') === undefined
    const actor = actorOf(request)
    if (action === undefined || !isNew || !actor) return payload
    const { id } = (request.params ?? {}) as { id?: string }
    const target = request.audit?.target ?? id ?? null
    try {
      await recordAct({ projectId: request.projectId, action, actor, target, ip: request.ip })
    } catch (error) {
      // It is done already; the caller must not be told that it failed.
      log.error({ err: error, action, actor }, 'an act is missing from the audit log')
    }
    return payload
  })
}

export function actorOf({ key, member }: FastifyRequest): Actor | undefined {
  if (member) return { kind: 'user', id: member.user.id, name: member.user.email }
  return key && { kind: 'key', id: key.id, name: key.name }
}
