// The calls about a door that its owner makes: to see its URL, to set keys, to replace the URL, to prove that reports arrive.
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { DoorOwner, DoorRow } from './doors.queries.ts'
import { doorUrl, ensureDoor, readProofs, rotateToken, setProofs } from './doors.service.ts'
import type { ProofName } from './doors.values.ts'
import { nextStepOf, probeStateOf } from './probes/probe-view.ts'
import { listProbes } from './probes/probes.queries.ts'
import { createProveFeedback } from './probes/probes.service.ts'
import type { ProveInput } from './probes/probes.service.ts'
import type { TransportFeedback, TransportFeedbackPatch } from './transport-door.schema.ts'

type Feedback = z.infer<typeof TransportFeedback>

/** The transport behind a door. */
export type DoorTransport = { owner: DoorOwner; routeId: number; provider: Provider | null }

type Change<Value> = { of: DoorTransport; change: Value }
type Proof = Pick<ProveInput, 'request' | 'person'> & { projectId: ProjectId }

export type DoorCalls = {
  read(db: Db | Trx, of: DoorTransport): Promise<Feedback>
  changeKeys(db: Db | Trx, input: Change<z.infer<typeof TransportFeedbackPatch>['keys']>): Promise<Feedback>
  rotate(db: Db | Trx, input: Change<{ graceSeconds: number }>): Promise<Feedback>
  prove(db: Db | Trx, input: Change<Proof>): Promise<Feedback>
}

export function createDoorCalls(deps: Deps): DoorCalls {
  const { secrets, clock, publicUrl } = deps
  const proveFeedback = createProveFeedback(deps)
  const partsOf = (db: Db | Trx) => ({ db, secrets, now: clock.now() })

  const show = async (db: Db | Trx, { provider }: DoorTransport, door: DoorRow): Promise<Feedback> => {
    const url = doorUrl(secrets, { door, publicUrl: await publicUrl.find() })
    const keys = Object.keys(readProofs(secrets, door)) as ProofName[]
    return {
      url: provider === null ? url : url.replace('{provider}', provider),
      provider,
      keys,
      lastReportAt: door.last_report_at?.toISOString() ?? null,
      probes: await readProbes(db, { door, provider, keys, now: clock.now() }),
    }
  }

  const read: DoorCalls['read'] = async (db, of) => show(db, of, await ensureDoor(partsOf(db), of.owner))

  return {
    read,
    async changeKeys(db, { of, change }) {
      const { id } = await ensureDoor(partsOf(db), of.owner)
      const proofs = Object.entries(change).map(([name, value]) => [name, value ?? undefined])
      await setProofs(partsOf(db), { id, proofs: Object.fromEntries(proofs) as Record<ProofName, string> })
      return read(db, of)
    },
    async rotate(db, { of, change }) {
      return show(db, of, await rotateToken(partsOf(db), { ...change, owner: of.owner }))
    },
    async prove(db, { of, change }) {
      const { id: doorId } = await ensureDoor(partsOf(db), of.owner)
      const { owner, ...transport } = of
      await proveFeedback(db, {
        ...transport,
        ...change,
        doorId,
        transportId: owner?.transportId ?? null,
      })
      return read(db, of)
    },
  }
}

type ShownProbes = Pick<Feedback, 'provider' | 'keys'> & { door: DoorRow; now: Date }

async function readProbes(db: Db | Trx, { door, ...shown }: ShownProbes): Promise<Feedback['probes']> {
  const { last_report_at: lastReportAt, refused_at: refusedAt, refusal } = door
  const facts = { ...shown, lastReportAt, refusedAt, refusal }
  const rows = await listProbes(db, { doorId: door.id })
  return rows.map((row) => ({
    kind: row.kind,
    emailId: row.emailId,
    to: row.address,
    state: probeStateOf(row),
    sentAt: row.createdAt.toISOString(),
    reportedAt: row.reportedAt?.toISOString() ?? null,
    nextStep: nextStepOf(row, facts),
  }))
}
