import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { violatedConstraint } from '../../platform/db/failures/database-errors.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../platform/deps.ts'
import { displayDomain, parseDomainName } from '../../platform/addresses/domain-name.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import { newId, readId } from '../../platform/ids.ts'
import type { DomainId, ProjectId, TransportId } from '../../platform/ids.ts'
import { choosePlace } from './dkim-places.ts'
import type { ZoneConfig } from './dkim-places.ts'
import { MOST_DOMAIN } from './dns-records/domain-records.ts'
import type { KeyZone } from './dns-records/selectors.ts'
import { isReservedDomain } from './domains.values.ts'
import {
  deleteDomain,
  findDomain,
  holdTransports,
  insertDomain,
  isVerifiedElsewhere,
  listDomainsByName,
  lockDomain,
  replaceTransports,
  updateDomain,
} from './domains.queries.ts'
import type { DomainRef, DomainWithKeys } from './domains.queries.ts'
import type { DomainCreate, DomainPatch } from './domains.schema.ts'
import { requireUnused } from '../uses/index.ts'
import { makeKeyPair, storeKeyPair } from './signing-key.service.ts'

type AddDomainInput = z.output<typeof DomainCreate> & {
  projectId: ProjectId
  secrets: Deps['secrets']
  clock: Deps['clock']
  config: ZoneConfig
}

/** Adds a domain with a new key pair. The first DNS check follows within a minute. */
export async function addDomain(
  late: LateDb,
  { secrets, clock, config, projectId, domain: name, dkim }: AddDomainInput,
): Promise<DomainWithKeys> {
  const domain = readDomain(name)
  // Checked before generating the expensive key pair; the constraint decides between concurrent requests.
  const [existing] = await listDomainsByName(late.db, { projectId, domains: [domain] })
  if (existing) throw alreadyAdded(domain)
  if (await isVerifiedElsewhere(late.db, { projectId, domain })) throw verifiedElsewhere(domain)
  const now = clock.now()
  const ref = { projectId, domainId: newId<DomainId>(now) }
  const choice = { dkim, kept: [] }
  const place = choosePlace({ domain, isReserved: isReservedDomain(domain), zone: null }, choice, config)
  const pair = await makeKeyPair()
  try {
    return await inTransaction(await late.begin(), async (trx) => {
      await insertDomain(trx, newRow({ ...ref, domain, zone: place.zone, now }))
      await storeKeyPair(trx, { ...ref, secrets, pair, place, state: 'ACTIVE', now })
      return requireFound(await findDomain(trx, ref))
    })
  } catch (error) {
    throw violatedConstraint(error) === 'domains_once_a_project' ? alreadyAdded(domain, error) : error
  }
}

type NewRow = DomainRef & { domain: string; zone: KeyZone | null; now: Date }

function newRow({ projectId, domainId, domain, zone, now }: NewRow) {
  const isReserved = isReservedDomain(domain)
  return {
    project_id: projectId,
    id: domainId,
    domain,
    is_reserved: isReserved,
    dkim_zone: zone?.zone ?? null,
    dkim_label: zone?.label ?? null,
    created_at: now,
    watched_since: now,
    due_at: isReserved ? null : now,
  }
}

function readDomain(text: string): string {
  const parsed = parseDomainName(text)
  if (!parsed.ok) {
    throw invalidFields({ field: 'domain', message: parsed.problem.message, code: 'invalid_string' })
  }
  if (parsed.domain.length > MOST_DOMAIN) {
    const message = `must have at most ${MOST_DOMAIN} characters, so that the names of its records fit into DNS`
    throw invalidFields({ field: 'domain', message, code: 'too_big' })
  }
  return parsed.domain
}

const alreadyAdded = (domain: string, cause?: unknown) =>
  new AppError('CONFLICT', {
    message: `This project already has the domain ${displayDomain(domain)}.`,
    suggestion: 'List the domains with GET /domains.',
    cause,
  })

const verifiedElsewhere = (domain: string) =>
  new AppError('CONFLICT', {
    message: `The domain ${displayDomain(domain)} is verified in another project of this server.`,
    suggestion: 'Delete it there first: a verified domain belongs to one project.',
  })

type ChangeDomainInput = DomainRef & { patch: z.output<typeof DomainPatch> } & Pick<Deps, 'clock'>

/** @throws AppError if there is no such domain, or one of the transports does not exist */
export async function changeDomain(
  db: Db | Trx,
  { projectId, domainId, patch: { transports }, clock }: ChangeDomainInput,
): Promise<DomainWithKeys> {
  const ref = { projectId, domainId }
  return inTransaction(db, async (trx) => {
    const row = requireFound(await lockDomain(trx, ref))
    if (transports === undefined) return row
    if (row.is_reserved && transports.length > 0) throw reservedName(row.domain)
    await replaceTransports(trx, {
      ...ref,
      transports: await requireTransports(trx, { projectId, given: transports }),
    })
    // Its SPF record has to allow other servers now.
    if (!row.is_reserved) await updateDomain(trx, { ...ref, set: { due_at: clock.now() } })
    return requireFound(await findDomain(trx, ref))
  })
}

/** Returns the ids. They cannot be deleted until the transaction ends. */
async function requireTransports(
  trx: Trx,
  { projectId, given }: { projectId: ProjectId; given: readonly string[] },
): Promise<TransportId[]> {
  const ids = given.flatMap((text) => readId<TransportId>(text) ?? [])
  const found = new Set<string>(await holdTransports(trx, { projectId, ids }))
  const unknown = given.flatMap((text, index) => (found.has(text.toLowerCase()) ? [] : [noTransport(index)]))
  if (unknown.length > 0) throw invalidFields(...unknown)
  return ids
}

const noTransport = (index: number): FieldProblem => ({
  field: `transports.${index}`,
  message: 'is not the id of a transport of this project; GET /transports lists them',
  code: 'invalid_string',
})

const reservedName = (domain: string) =>
  invalidFields({
    field: 'transports',
    message: `must be empty for ${displayDomain(domain)}: names for tests are senders only with the built-in inbox`,
    code: 'custom',
  })

/** @throws AppError if there is no such domain, or a campaign uses it */
export async function removeDomain(db: Db | Trx, ref: DomainRef): Promise<void> {
  const { projectId, domainId } = ref
  await inTransaction(db, async (trx) => {
    requireFound(await lockDomain(trx, ref))
    await requireUnused(trx, { projectId, used: { kind: 'domain', id: domainId } })
    await deleteDomain(trx, ref)
  })
}

function requireFound(row: DomainWithKeys | undefined): DomainWithKeys {
  if (!row) throw new AppError('DOMAIN_NOT_FOUND')
  return row
}
