// The figures of the sources, for a project about one of its domains, and their connections, for the owner of the installation.
import type { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import { dayRangeOf } from '../../platform/time/days.ts'
import { localDay } from '../../platform/time/local-day.ts'
import { findDomain } from '../domains/index.ts'
import type { DomainRef } from '../domains/index.ts'
import { findGoogleDomain, listGoogleDays, listGoogleDomains } from './google/google.queries.ts'
import type { GoogleDomainRow } from './google/google.queries.ts'
import { DomainPostmaster, InstancePostmaster, SndsFigures } from './postmaster.schema.ts'
import type { PostmasterQuery, SndsQuery } from './postmaster.schema.ts'
import type { GOOGLE_STATES } from './postmaster.values.ts'
import { findLastSndsDay, listBlocks, listSndsDays } from './snds/snds.queries.ts'
import { findSource } from './sources.queries.ts'
import type { SourceRow } from './sources.queries.ts'

type Settings = Pick<Config, 'GOOGLE_POSTMASTER_CREDENTIALS' | 'SNDS_KEY'>

type DomainInput = DomainRef & { query: z.infer<typeof PostmasterQuery>; now: Date; config: Settings }

// Google ends its days by the time of California.
const ZONE_OF_GOOGLE = 'America/Los_Angeles'

/** @throws AppError if there is no such domain */
export async function readDomainPostmaster(
  db: Db | Trx,
  { query, now, config, ...ref }: DomainInput,
): Promise<z.infer<typeof DomainPostmaster>> {
  const domain = await findDomain(db, ref)
  if (!domain) throw new AppError('DOMAIN_NOT_FOUND')
  const range = dayRangeOf(query, localDay(now, ZONE_OF_GOOGLE))
  // A pending domain may belong to anybody.
  const isProven = domain.status === 'VERIFIED'
  const found = isProven ? await findGoogleDomain(db, { domain: domain.domain }) : undefined
  const days = isProven ? await listGoogleDays(db, { domain: domain.domain, ...range }) : []
  const source = await findSource(db, { source: 'google' })
  return DomainPostmaster.parse({
    ...range,
    google: {
      state: googleState({
        isProven,
        isOn: config.GOOGLE_POSTMASTER_CREDENTIALS !== undefined,
        found,
        source,
      }),
      problem: found?.problem ?? null,
      askedAt: found?.askedAt?.toISOString() ?? null,
      compliance: found?.compliance ?? null,
      days,
    },
  })
}

type GoogleStateInput = {
  isOn: boolean
  isProven: boolean
  found: GoogleDomainRow | undefined
  source: SourceRow
}

function googleState({ isOn, isProven, found, source }: GoogleStateInput): (typeof GOOGLE_STATES)[number] {
  if (!isOn) return 'off'
  if (!isProven) return 'unproven'
  if (source.problem !== null || (found && found.problem !== null && found.isReadable)) return 'failing'
  if (source.succeededAt === null) return 'waiting'
  if (!found) return 'missing'
  if (!found.isReadable) return 'unreadable'
  return found.askedAt === null ? 'waiting' : 'good'
}

const MOST_DOMAINS = 1_000

export async function readInstancePostmaster(
  db: Db | Trx,
  config: Settings,
): Promise<z.infer<typeof InstancePostmaster>> {
  const credentials = config.GOOGLE_POSTMASTER_CREDENTIALS
  const domains = await listGoogleDomains(db, { limit: MOST_DOMAINS })
  return InstancePostmaster.parse({
    google: {
      ...sourceView(await findSource(db, { source: 'google' }), credentials !== undefined),
      account: credentials?.email ?? null,
      domains: domains.map(({ askedAt, ...row }) => ({ ...row, askedAt: askedAt?.toISOString() ?? null })),
    },
    snds: {
      ...sourceView(await findSource(db, { source: 'snds' }), config.SNDS_KEY !== undefined),
      lastDay: await findLastSndsDay(db),
    },
  })
}

function sourceView({ dueAt, succeededAt, failingSince, problem }: SourceRow, isOn: boolean) {
  const state = problem !== null ? 'failing' : succeededAt === null ? 'waiting' : 'good'
  return {
    state: isOn ? state : 'off',
    succeededAt: succeededAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    problem,
    nextAt: isOn ? dueAt.toISOString() : null,
  }
}

// More than a person reads; callers can ask for fewer days, or one address.
const MOST_SNDS_DAYS = 5_000
const MOST_BLOCKS = 1_000

export async function readSnds(
  db: Db | Trx,
  { query, now }: { query: z.infer<typeof SndsQuery>; now: Date },
): Promise<z.infer<typeof SndsFigures>> {
  const range = dayRangeOf(query, localDay(now, 'UTC'))
  const days = await listSndsDays(db, { ...range, address: query.address, limit: MOST_SNDS_DAYS })
  const blocks = await listBlocks(db, { limit: MOST_BLOCKS })
  return SndsFigures.parse({
    ...range,
    blocks: blocks.map(({ since, ...block }) => ({ ...block, since: since.toISOString() })),
    days,
  })
}
