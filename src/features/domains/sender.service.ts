import { isInbox } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { createReadTogether } from '../../platform/db/batching/read-together.ts'
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import { parseEmailAddress } from '../../platform/addresses/email-address.ts'
import { AppError, ERRORS, invalidFields } from '../../platform/errors.ts'
import type { DomainId, ProjectId } from '../../platform/ids.ts'
import { isReservedDomain } from './domains.values.ts'
import { readChecks } from './stored-checks.ts'
import type { Check } from './stored-checks.ts'
import { describeProblems, statusOf, trackingHostOf } from './domain-view.ts'
import { listDomainsByName, listVerified } from './domains.queries.ts'
import type { DomainWithKeys } from './domains.queries.ts'
import { parentsOf } from './dns-records/record-checks.ts'

export type Sender = {
  /** null for a reserved name that was never added: its emails are not signed. */
  domainId: DomainId | null
  /** In ASCII form. */
  domain: string
  /** The key to sign with; `loadSigningKey` loads it. */
  selector: string | null
  /** The domain's own host for tracked links, if its record is in DNS. */
  trackingHost: string | null
  /** Recommended records that are missing or wrong; they do not prevent sending. */
  recordProblems: SenderRecordProblem[]
}

export type SenderRecordProblem = {
  purpose: 'spf' | 'dmarc'
  domainId: DomainId
  domain: string
  /** null if the record is missing. */
  detail: string | null
}

type RequireSenderInput = { projectId: ProjectId; address: string; config: Pick<Config, 'MAIL_TRANSPORT'> }

/**
 * Decides whether a project may send from an address; nothing else does. A domain covers itself, not its subdomains.
 * @throws AppError DOMAIN_NOT_VERIFIED, which names the missing records
 */
export async function requireSender(
  db: Db | Trx,
  { projectId, address, config }: RequireSenderInput,
): Promise<Sender> {
  const domain = domainOf(address)
  const rows = await listDomainsByName(db, { projectId, domains: [domain, ...parentsOf(domain)] })
  const row = rows.find((one) => one.domain === domain)
  if (row && statusOf(row, config) === 'VERIFIED') {
    const active = row.keys.find(({ state }) => state === 'ACTIVE')
    const checks = readChecks(row.checks)
    const trackingHost = trackingHostOf(row)
    const recordProblems = row.is_reserved ? [] : recordProblemsOf(row, checks)
    return { domainId: row.id, domain, selector: active?.selector ?? null, trackingHost, recordProblems }
  }
  if (isReservedDomain(domain)) {
    if (!isInbox(config)) throw reserved(domain)
    return { domainId: null, domain, selector: null, trackingHost: null, recordProblems: [] }
  }
  throw row ? notVerified(row, config) : notAdded(domain, { parents: rows, config })
}

function recordProblemsOf({ id, domain }: DomainWithKeys, checks: readonly Check[]): SenderRecordProblem[] {
  return checks.flatMap(({ purpose, status, detail }) => {
    const isRecommended = purpose === 'spf' || purpose === 'dmarc'
    if (!isRecommended || (status !== 'missing' && status !== 'mismatch')) return []
    return [
      { purpose, domainId: id, domain: displayDomain(domain), detail: status === 'missing' ? null : detail },
    ]
  })
}

/**
 * A fast check for thousands of calls per second: concurrent calls share a statement. `requireSender` throws for those that
 * fail.
 */
export function createSenderCheck(
  database: Database,
  config: Pick<Config, 'MAIL_TRANSPORT'>,
): (projectId: ProjectId, address: string) => Promise<void> {
  const isVerified = createReadTogether<true>(async (keys) => {
    const pairs = keys.map((key) => {
      const [projectId = '', domain = ''] = key.split(' ')
      return { projectId, domain }
    })
    const rows = await listVerified(database, pairs)
    return new Map(rows.map((row) => [`${row.project_id} ${row.domain}`, true]))
  })
  return async (projectId, address) => {
    const domain = domainOf(address)
    if (isReservedDomain(domain) ? isInbox(config) : await isVerified(`${projectId} ${domain}`)) return
    await requireSender(database.db, { projectId, address, config })
  }
}

function domainOf(address: string): string {
  const parsed = parseEmailAddress(address)
  if (parsed.ok) return parsed.domain
  throw invalidFields({ field: 'from', message: parsed.problem.message, code: 'invalid_string' })
}

const reserved = (domain: string) =>
  new AppError('DOMAIN_NOT_VERIFIED', {
    message: `${displayDomain(domain)} is reserved for tests: such names are senders only while emails go to the built-in inbox.`,
    suggestion: 'Send from your own domain: add it with POST /domains.',
  })

/** Emails that stay on this machine need no domain; new users should read that before any DNS records. */
const withInboxHint = (suggestion: string, config: Pick<Config, 'MAIL_TRANSPORT'>): string =>
  isInbox(config)
    ? `While emails stay in the built-in inbox, send from an address under .test, such as me@shop.test. For this domain: ${suggestion}`
    : suggestion

function notVerified(row: DomainWithKeys, config: Pick<Config, 'MAIL_TRANSPORT'>): AppError {
  const name = displayDomain(row.domain)
  const state = row.status === 'FAILED' ? 'is no longer verified' : 'is not verified yet'
  return new AppError('DOMAIN_NOT_VERIFIED', {
    message: `The domain ${name} ${state}. ${row.taken_since ? TAKEN : describeProblems(row)}`,
    suggestion: withInboxHint(
      `GET /domains/${row.id} shows the DNS records; publish them, then POST /domains/${row.id}/verify.`,
      config,
    ),
  })
}

const TAKEN = 'Another project of this server has it verified.'

type NotAddedContext = { parents: readonly DomainWithKeys[]; config: Pick<Config, 'MAIL_TRANSPORT'> }

function notAdded(domain: string, { parents, config }: NotAddedContext): AppError {
  const parent = parents.find(({ status }) => status === 'VERIFIED')
  const covers = parent ? ` ${displayDomain(parent.domain)} covers only itself, not the names below it.` : ''
  return new AppError('DOMAIN_NOT_VERIFIED', {
    message: `The domain ${displayDomain(domain)} has not been added to this project.${covers}`,
    suggestion: withInboxHint(ERRORS.DOMAIN_NOT_VERIFIED.suggestion, config),
  })
}
