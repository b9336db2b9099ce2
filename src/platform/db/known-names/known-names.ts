// Limits the names that a project may invent: data keys of contacts, names of events (migrations/0017). A write claims its
// names first. Every node remembers known names for a minute, so only the first claim costs a statement; refused names are
// queried each time, because the next claim may succeed.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError, invalidFields } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import type { Db, Trx } from '../client.ts'
import { createRememberedNames } from './remembered-names.ts'

export type NameLimit = {
  kind: 'data_key' | 'event_name'
  /** Names per project. */
  most: number
  /** New names per hour and project by calls with public keys. */
  mostPublicPerHour: number
  /** The request field with the names, and the words for one and many of them. */
  field: string
  words: { one: string; many: string }
  /** Advice to a caller who has reached the limit. */
  advice: string
  /** Names that the service itself writes: always allowed, and not counted. */
  ownNames: ReadonlySet<string>
  /** A subselect of the names in use in a project. */
  usedNames: (projectId: ProjectId) => RawBuilder<unknown>
}

type Claim = { projectId: ProjectId; names: Iterable<string>; isPublic?: boolean; now: Date }

export type NameClaims = {
  /** Adds the new names, all or none; throws 422 over the limit, and 429 for too many by public keys. */
  claim(db: Db | Trx, claim: Claim): Promise<void>
  /** Adds names up to the limit, and returns the others. */
  claimUpToLimit(db: Db | Trx, claim: Omit<Claim, 'isPublic'>): Promise<ReadonlySet<string>>
}

type ClaimRequest = {
  projectId: ProjectId
  names: string[]
  isPublic: boolean
  isPartial: boolean
  now: Date
}
type Verdict = { refused: string[]; retry_at: Date | null }

export function createNameClaims(limit: NameLimit): NameClaims {
  const known = createRememberedNames()
  /** Claims in progress by project: other claims wait, and then often need no query. */
  const asking = new Map<ProjectId, Promise<unknown>>()

  const unknownNames = ({ projectId, names, now }: Claim) =>
    known.without(projectId, now, names).filter((name) => !limit.ownNames.has(name))

  const ask = async (db: Db | Trx, request: ClaimRequest): Promise<Verdict> => {
    const verdict = await claimNames(db, limit, request)
    // A transaction may still be rolled back.
    if (!db.isTransaction) known.add(request.projectId, request.now, without(request.names, verdict.refused))
    return verdict
  }

  const settle = async (db: Db | Trx, claim: Claim, isPartial: boolean): Promise<Verdict | undefined> => {
    for (;;) {
      const names = unknownNames(claim)
      if (names.length === 0) return undefined
      const request = { ...claim, names, isPublic: claim.isPublic ?? false, isPartial }
      // An open transaction must not wait for a claim that may be waiting for it.
      if (db.isTransaction) return ask(db, request)
      const other = asking.get(claim.projectId)
      if (other) {
        await other
        continue
      }
      const answer = ask(db, request)
      asking.set(
        claim.projectId,
        answer.then(
          () => asking.delete(claim.projectId),
          () => asking.delete(claim.projectId),
        ),
      )
      return answer
    }
  }

  return {
    async claim(db, claim) {
      const verdict = await settle(db, claim, false)
      if (verdict && verdict.refused.length > 0) throw refusalOf(limit, verdict, claim.now)
    },
    async claimUpToLimit(db, claim) {
      return new Set((await settle(db, claim, true))?.refused)
    },
  }
}

function without(names: readonly string[], refused: readonly string[]): readonly string[] {
  if (refused.length === 0) return names
  const gone = new Set(refused)
  return names.filter((name) => !gone.has(name))
}

async function claimNames(db: Db | Trx, limit: NameLimit, request: ClaimRequest): Promise<Verdict> {
  const { projectId, names, isPublic, isPartial, now } = request
  const { rows } = await sql<Verdict>`
    select refused, retry_at from claim_names(${projectId}, ${limit.kind}, ${names}::text[], ${limit.most}::integer,
      ${limit.mostPublicPerHour}::integer, ${isPublic}, ${isPartial}, ${now})`.execute(db)
  return rows[0] ?? { refused: [], retry_at: null }
}

// As many as a person reads in an error message.
const MOST_NAMED = 3

function refusalOf(limit: NameLimit, { refused, retry_at: retryAt }: Verdict, now: Date): AppError {
  const { field, words } = limit
  const named = refused.slice(0, MOST_NAMED).map((name) => `"${name.slice(0, 50).toWellFormed()}"`)
  const rest =
    refused.length > MOST_NAMED ? ` and ${(refused.length - MOST_NAMED).toLocaleString('en')} more` : ''
  const added = `${refused.length === 1 ? `the new ${words.one}` : `${refused.length.toLocaleString('en')} new ${words.many}:`} ${named.join(', ')}${rest}`
  if (retryAt === null) {
    return invalidFields({
      field,
      message: `${tooManyNames(limit)}. This call adds ${added}`,
      code: 'too_big',
    })
  }
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Public keys may add at most ${limit.mostPublicPerHour} new ${words.many} per hour to a project. This call adds ${added}.`,
    suggestion: `Wait as long as Retry-After says, or use the new ${words.many} once in a call with a secret key.`,
    retryAfterSeconds: Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)),
  })
}

/** The message for a name over the limit. */
export const tooManyNames = ({ words, most, advice }: NameLimit): string =>
  `a project may have at most ${most.toLocaleString('en')} ${words.many}: ${advice}`
