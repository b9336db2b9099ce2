// Limits on the names that a project may invent: data keys of contacts, names of events (migrations/0017). A write
// claims the names it uses before it happens. Every node remembers for a minute which ones are known, so a claim costs
// a statement only the first time; what is refused is asked for each time, because the next claim may succeed.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError, invalidFields } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import type { Db, Trx } from '../client.ts'
import { createRememberedNames } from './remembered-names.ts'

export type NameLimit = {
  kind: 'data_key' | 'event_name'
  /** What a project may have in all. */
  most: number
  /** What calls with public keys may add per hour and project. */
  mostPublicPerHour: number
  /** The field of a request that holds the names, and what one and many of them are called. */
  field: string
  words: { one: string; many: string }
  /** What to do when there is no room. */
  advice: string
  /** Names that the service itself writes: always allowed, and not counted. */
  ownNames: ReadonlySet<string>
  /** A subselect of the names that are in use in a project. */
  usedNames: (projectId: ProjectId) => RawBuilder<unknown>
}

type Claim = { projectId: ProjectId; names: Iterable<string>; isPublic?: boolean; now: Date }

export type NameClaims = {
  /** Adds the names that are new, all or none; throws 422 when there is no room, and 429 for too many by public keys. */
  claim(db: Db | Trx, claim: Claim): Promise<void>
  /** Adds as many as there is room for, and returns the others. */
  claimWhatFits(db: Db | Trx, claim: Omit<Claim, 'isPublic'>): Promise<ReadonlySet<string>>
}

type Asked = { projectId: ProjectId; names: string[]; isPublic: boolean; whatFits: boolean; now: Date }
type Verdict = { refused: string[]; retry_at: Date | null }

export function createNameClaims(limit: NameLimit): NameClaims {
  const known = createRememberedNames()
  /** Projects that are asking right now: the others wait, and then often know. */
  const asking = new Map<ProjectId, Promise<unknown>>()

  const unknownOf = ({ projectId, names, now }: Claim) =>
    known.without(projectId, now, names).filter((name) => !limit.ownNames.has(name))

  const ask = async (db: Db | Trx, asked: Asked): Promise<Verdict> => {
    const verdict = await claimNames(db, limit, asked)
    // A transaction may still be rolled back.
    if (!db.isTransaction) known.add(asked.projectId, asked.now, without(asked.names, verdict.refused))
    return verdict
  }

  const settle = async (db: Db | Trx, claim: Claim, whatFits: boolean): Promise<Verdict | undefined> => {
    for (;;) {
      const names = unknownOf(claim)
      if (names.length === 0) return undefined
      const asked = { ...claim, names, isPublic: claim.isPublic ?? false, whatFits }
      // An open transaction must not wait for anybody who may be waiting for it.
      if (db.isTransaction) return ask(db, asked)
      const other = asking.get(claim.projectId)
      if (other) {
        await other
        continue
      }
      const answer = ask(db, asked)
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
    async claimWhatFits(db, claim) {
      return new Set((await settle(db, claim, true))?.refused)
    },
  }
}

function without(names: readonly string[], refused: readonly string[]): readonly string[] {
  if (refused.length === 0) return names
  const gone = new Set(refused)
  return names.filter((name) => !gone.has(name))
}

async function claimNames(db: Db | Trx, limit: NameLimit, asked: Asked): Promise<Verdict> {
  const { projectId, names, isPublic, whatFits, now } = asked
  const { rows } = await sql<Verdict>`
    select refused, retry_at from claim_names(${projectId}, ${limit.kind}, ${names}::text[], ${limit.most}::integer,
      ${limit.mostPublicPerHour}::integer, ${isPublic}, ${whatFits}, ${now})`.execute(db)
  return rows[0] ?? { refused: [], retry_at: null }
}

// As many as a person wants to read in an error message.
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

/** What to tell about a name that has no room. */
export const tooManyNames = ({ words, most, advice }: NameLimit): string =>
  `a project may have at most ${most.toLocaleString('en')} ${words.many}: ${advice}`
