// The secret that signs the requests of WEBHOOK steps. It is derived from the id of the workflow and a number that rotation
// raises, so that no secret is stored.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { webhookSecretOf } from '../../../platform/outgoing/webhook-signature.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { findSecretState, raiseSecretNumber } from './calls.queries.ts'
import type { SecretState } from './calls.queries.ts'

// Standard Webhooks requires 24 to 64.
const SECRET_BYTES = 32

function secretOf(secrets: Secrets, { projectId, workflowId }: WorkflowRef, number: number): string {
  const parts = [projectId, workflowId, ...(number === 0 ? [] : [String(number)])]
  return webhookSecretOf(secrets.of(projectId).sign('workflow webhooks', parts, SECRET_BYTES))
}

type SigningInput = WorkflowRef & { secrets: Secrets; state: SecretState; now: Date }

/** The current secret, and the previous one until its grace period ends. */
export function signingSecrets({ secrets, state, now, ...ref }: SigningInput): string[] {
  const { number, oldUntil } = state
  const isOldGood = oldUntil !== null && oldUntil > now
  return [number, ...(isOldGood ? [number - 1] : [])].map((one) => secretOf(secrets, ref, one))
}

/** @throws AppError if there is no such workflow */
export async function showSigningSecret(
  db: Db | Trx,
  { secrets, ...ref }: WorkflowRef & { secrets: Secrets },
): Promise<string> {
  const state = await findSecretState(db, ref)
  if (!state) throw new AppError('WORKFLOW_NOT_FOUND')
  return secretOf(secrets, ref, state.number)
}

/** Returns the new secret. Requests are signed with the old one too until the grace period ends. */
export async function rotateSigningSecret(
  db: Db | Trx,
  { secrets, graceSeconds, now, ...ref }: WorkflowRef & { secrets: Secrets; graceSeconds: number; now: Date },
): Promise<string> {
  const oldUntil = graceSeconds === 0 ? null : new Date(now.getTime() + graceSeconds * 1000)
  const number = await raiseSecretNumber(db, { ...ref, oldUntil })
  if (number === undefined) throw new AppError('WORKFLOW_NOT_FOUND')
  return secretOf(secrets, ref, number)
}
