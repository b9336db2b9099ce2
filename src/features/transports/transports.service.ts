import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, TransportId } from '../../platform/ids.ts'
import type { HostGuard } from '../../platform/outgoing/host-guard.ts'
import { requireMxAllowed } from './mx/mx-settings.ts'
import { invalidSettings } from './settings-rules.ts'
import { sealSecrets } from './transport-secrets.ts'
import { changeSettings, readSettings } from './transport-settings.ts'
import type { TypedSettings } from './transport-settings.ts'
import {
  clearDefault,
  countTransports,
  deleteTransport,
  findTransport,
  hasWaitingEmail,
  insertTransport,
  lockTransport,
  lockTransports,
  updateTransport,
} from './transports.queries.ts'
import type { ShownTransport, TransportRef, TransportRow } from './transports.queries.ts'
import type { TransportCreate, TransportPatch } from './transports.schema.ts'

// A busy transport costs connections and polls in every sending thread.
const MOST_TRANSPORTS = 20

// Most relays allow ten or more connections of one account.
const DEFAULT_CONNECTIONS = 10

export type TransportTools = Pick<Deps, 'config' | 'secrets' | 'clock' | 'http'> & { guard: HostGuard }

type AddTransportInput = {
  projectId: ProjectId
  transport: z.output<typeof TransportCreate>
  tools: TransportTools
}

export async function addTransport(
  late: LateDb,
  { projectId, transport, tools }: AddTransportInput,
): Promise<ShownTransport> {
  const { secrets, ...typed } = readSettings(transport)
  if (typed.type === 'mx') requireMxAllowed(tools.config)
  await requirePublicHosts(tools, typed)
  const now = tools.clock.now()
  const ref = { projectId, transportId: newId<TransportId>(now) }
  return withNamesChecked(transport.name, async () =>
    inTransaction(await late.begin(), async (trx) => {
      await lockTransports(trx, ref)
      if ((await countTransports(trx, ref)) >= MOST_TRANSPORTS) throw tooMany()
      if (transport.isDefault) await clearDefault(trx, ref)
      await insertTransport(trx, {
        project_id: projectId,
        id: ref.transportId,
        name: transport.name,
        type: typed.type,
        settings: JSON.stringify(typed.settings),
        secrets: sealSecrets(tools.secrets, ref, secrets),
        rate_per_second: transport.ratePerSecond ?? tools.config.SEND_RATE_PER_SECOND,
        max_connections: transport.maxConnections ?? DEFAULT_CONNECTIONS,
        is_default: transport.isDefault ?? false,
        created_at: now,
        updated_at: now,
      })
      return requireTransport(await findTransport(trx, ref))
    }),
  )
}

type ChangeTransportInput = TransportRef & { patch: z.output<typeof TransportPatch>; tools: TransportTools }

export async function changeTransport(
  late: LateDb,
  { projectId, transportId, patch, tools }: ChangeTransportInput,
): Promise<ShownTransport> {
  const ref = { projectId, transportId }
  const before = requireTransport(await findTransport(late.db, ref))
  // Resolved before the transaction begins, because DNS may take seconds.
  if (patch.settings) await requirePublicHosts(tools, changeSettings(before, patch.settings))
  return withNamesChecked(patch.name, async () =>
    inTransaction(await late.begin(), async (trx) => {
      await lockTransports(trx, ref)
      const row = requireTransport(await lockTransport(trx, ref))
      if (patch.isDefault) await clearDefault(trx, ref)
      await updateTransport(trx, {
        ...ref,
        ...changesOf(row, { ref, patch, tools }),
        updated_at: tools.clock.now(),
      })
      return requireTransport(await findTransport(trx, ref))
    }),
  )
}

function changesOf(
  row: TransportRow,
  { ref, patch, tools }: { ref: TransportRef } & Pick<ChangeTransportInput, 'patch' | 'tools'>,
) {
  const { name, settings: given, ratePerSecond, maxConnections, isDefault } = patch
  const changed = given && changeSettings(row, given)
  return {
    ...(name !== undefined && { name }),
    ...(changed && { settings: JSON.stringify(changed.settings) }),
    ...(changed && changed.secrets !== null && { secrets: sealSecrets(tools.secrets, ref, changed.secrets) }),
    ...(ratePerSecond !== undefined && { rate_per_second: ratePerSecond }),
    ...(maxConnections !== undefined && { max_connections: maxConnections }),
    ...(isDefault !== undefined && { is_default: isDefault }),
  }
}

/** A host that cannot be resolved now may be resolvable later. Every connection checks it again. */
async function requirePublicHosts(
  { guard, http }: Pick<TransportTools, 'guard' | 'http'>,
  { type, settings }: TypedSettings,
): Promise<void> {
  const requireUrl = async (field: string, url: string | undefined | null) => {
    const problem = url ? await http.check(url) : undefined
    if (problem !== undefined) throw invalidSettings(field, problem)
  }
  switch (type) {
    case 'smtp': {
      const found = await guard(settings.host)
      if (found.status === 'refused') throw invalidSettings('host', found.reason)
      return requireUrl('oauth2.tokenUrl', settings.oauth2?.tokenUrl)
    }
    case 'ses':
      return requireUrl('endpoint', settings.endpoint)
    case 'mx':
      // The mail servers of recipients are checked at every connection.
      return undefined
  }
}

/** @throws AppError if there is no such transport, a domain names it, or email waits for it */
export async function removeTransport(db: Db | Trx, ref: TransportRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    requireTransport(await lockTransport(trx, ref))
    const { domains, route_id: routeId } = requireTransport(await findTransport(trx, ref))
    const [domain] = domains
    if (domain) throw namedBy(domain.domain)
    if (await hasWaitingEmail(trx, { ...ref, routeId })) throw waitedFor()
    await deleteTransport(trx, ref)
  })
}

const namedBy = (domain: string) =>
  new AppError('RESOURCE_IN_USE', {
    message: `The domain ${domain} sends by this transport.`,
    suggestion: 'Remove it from `transports` of the domain first, with PATCH /domains/{id}.',
  })

const waitedFor = () =>
  new AppError('RESOURCE_IN_USE', {
    message: 'Email waits for this transport.',
    suggestion:
      'Wait until it has been sent. Email of domains that name other transports leaves by those after its next attempt.',
  })

async function withNamesChecked<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'transports_name') throw error
    throw new AppError('CONFLICT', {
      message: `The project already has a transport with the name ${name}.`,
      suggestion: 'Choose another name, or list the transports with GET /transports.',
      cause: error,
    })
  }
}

export function requireTransport<Row>(row: Row | undefined): Row {
  if (row) return row
  throw new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such transport.',
    suggestion: 'List the transports with GET /transports.',
  })
}

const tooMany = () =>
  new AppError('INVALID_STATE', {
    message: `The project already has ${MOST_TRANSPORTS} transports, which is the maximum.`,
    suggestion: 'Delete one first.',
  })
