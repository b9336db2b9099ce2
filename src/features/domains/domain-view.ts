// A domain as the API shows it: the records to publish, with the result of the last check.
import type { z } from 'zod'
import { isInbox } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import type { Provider } from '../../platform/email/feedback/providers/providers.values.ts'
import { displayDomain } from '../../platform/addresses/domain-name.ts'
import { utcDay } from '../../platform/time/local-day.ts'
import { dkimId } from './dns-records/dkim-record.ts'
import {
  chunksOf,
  dkimModeOf,
  hostsOf,
  isPublicHost,
  recordsOf,
  trackingName,
  TTL_SECONDS,
} from './dns-records/domain-records.ts'
import type { DnsRecord, Hosts } from './dns-records/domain-records.ts'
import { keyZoneOf } from './dns-records/selectors.ts'
import { graceEnd } from './domain-state.ts'
import type { DomainStatus } from './domain-state.ts'
import type { Domain, DomainRecord } from './domains.schema.ts'
import { readChecks } from './stored-checks.ts'
import type { Check } from './stored-checks.ts'
import type { DomainWithKeys } from './domains.queries.ts'

const PURPOSE_NAMES: { [Purpose in Check['purpose']]: string } = {
  dkim: 'DKIM',
  'return-path': 'return-path',
  spf: 'SPF',
  'mail-from': 'MAIL FROM',
  dmarc: 'DMARC',
  'tls-reports': 'TLS reports',
  tracking: 'tracking',
}

/** The status of reserved names depends on the transport alone; the stored one does not count. */
export function statusOf(
  row: Pick<DomainWithKeys, 'is_reserved' | 'status'>,
  config: Pick<Config, 'MAIL_TRANSPORT'>,
): DomainStatus {
  if (row.is_reserved) return isInbox(config) ? 'VERIFIED' : 'PENDING'
  return row.status as DomainStatus
}

/** The host of links in emails of the domain, if its record was found. */
export function trackingHostOf({ domain, checks }: Pick<DomainWithKeys, 'domain' | 'checks'>): string | null {
  const isFound = readChecks(checks).some(({ purpose, status }) => purpose === 'tracking' && status === 'ok')
  return isFound ? trackingName(domain) : null
}

export function toDomain(row: DomainWithKeys, config: Config): z.infer<typeof Domain> {
  const status = statusOf(row, config)
  const isVerified = status === 'VERIFIED'
  const verifiedAt = row.is_reserved ? row.created_at : row.verified_at
  return {
    id: row.id,
    domain: displayDomain(row.domain),
    asciiDomain: row.domain,
    verified: isVerified,
    status,
    records: toRecords(row, config),
    dkim: dkimModeOf(row.keys),
    dkimZone: (isInZone(row) ? row.dkim_zone : config.DKIM_ZONE) ?? null,
    transports: row.transports,
    warning: toWarning(row),
    createdAt: row.created_at.toISOString(),
    verifiedAt: isVerified ? (verifiedAt?.toISOString() ?? null) : null,
    lastCheckedAt: row.last_checked_at?.toISOString() ?? null,
  }
}

function toRecords(row: DomainWithKeys, config: Config): z.infer<typeof DomainRecord>[] {
  const hosts = hostsOf(config, { publicUrl: config.publicUrl, transports: row.transport_settings })
  const checks = readChecks(row.checks)
  const zone = keyZoneOf(row)
  return recordsOf({ domain: row.domain, keys: row.keys, hosts, zone }).map((record) => {
    const check = checks.find((one) => isCheckOf(one, record))
    const { key, ...rest } = record
    return {
      ...rest,
      ...(key && { keyState: key.state }),
      chunks: chunksOf(record.value),
      ttl: TTL_SECONDS,
      status: check?.status ?? 'pending',
      found: check?.found ?? [],
      detail:
        [check?.detail, noteOn(record, { row, hosts, config }), lateNote(record, check)]
          .filter(Boolean)
          .join(' ') || null,
    }
  })
}

/** The result of a check is void once the operator changes a host name, and with it the value, or another key is there. */
const isCheckOf = ({ purpose, name, value, key }: Check, record: DnsRecord): boolean =>
  purpose === record.purpose &&
  name === record.name &&
  value === record.value &&
  (record.type === 'TXT' || key === (record.key && dkimId(record.key.publicKey)))

/** Its aliases lead there, whatever DKIM_ZONE is by now. */
const isInZone = ({ keys }: DomainWithKeys) => keys.some(({ slot }) => slot !== null)

type RecordContext = { row: DomainWithKeys; hosts: Hosts; config: Config }

/** A note about a record that does not depend on DNS. */
function noteOn(record: DnsRecord, { row, hosts, config }: RecordContext): string | undefined {
  const { purpose, type, key } = record
  if (row.is_reserved) return isInbox(config) ? NEEDS_NO_DNS : NEVER_VERIFIED
  if (purpose === 'dkim' && type === 'CNAME') return noteOnAlias(record, row)
  if (key?.state === 'NEXT') return 'Publish this record: emails are signed with its key once it is in DNS.'
  if (key?.retiresAt) {
    return `No longer signs. Keep the record in DNS until ${utcDay(key.retiresAt)}, for emails in transit; then remove it.`
  }
  const relays = hosts.relays.filter((relay) => relay !== null)
  if (purpose === 'spf' && relays.length > 0) return relayed(relays)
  if (purpose === 'return-path' && hosts.relays.length === 0) return replacedReturnPath(hosts.replacedBy)
  if (purpose === 'mail-from') return FOR_MAIL_FROM
  if (purpose === 'dkim' && hosts.replacedBy.includes('ses')) return SIGNED_FOR_SES
  const host = {
    dkim: undefined,
    dmarc: undefined,
    'tls-reports': undefined,
    'return-path': hosts.mail,
    spf: hosts.mail,
    tracking: hosts.web,
  }[purpose]
  return host === undefined || isPublicHost(host) ? undefined : UNNAMED_SERVER
}

function noteOnAlias({ key }: DnsRecord, { keys }: DomainWithKeys): string | undefined {
  if (!key) return 'For a later key: once both aliases are in DNS, keys are replaced without a change here.'
  if (key.state === 'NEXT') return 'Emails are signed with the key behind this alias once it is in DNS.'
  if (!key.retiresAt) return undefined
  const end = `The key behind this alias no longer signs, and stays in DNS until ${utcDay(key.retiresAt)}, for emails in transit.`
  return `${end} ${dkimModeOf(keys) === 'cname' ? 'Keep the alias for a later key.' : 'Then remove the alias.'}`
}

const NEEDS_NO_DNS = 'Not needed: names for tests count as verified while emails go to the built-in inbox.'
const NEVER_VERIFIED =
  'Not checked: names for tests cannot be owned, and count as verified only with the built-in inbox.'
const relayed = (relays: readonly string[]): string =>
  `Emails leave through the relay ${relays.join(' or ')}: if its operator requires another term, use that one.`
const UNNAMED_SERVER =
  'This server has no public name yet: its operator must set PUBLIC_URL or MAIL_HOSTNAME first.'

const SIGNED_FOR_SES =
  'Amazon SES keeps this signature, and adds one of its own. It does not need this key (BYODKIM), which stays here.'

const FOR_MAIL_FROM =
  'Only if you enter this name at Amazon SES as the custom MAIL FROM domain. Without that, SES sends with a return path of its own, and DMARC relies on DKIM alone.'

function replacedReturnPath(providers: readonly Provider[]): string {
  const forwarded = providers.includes('ses') ? 'Bounces that Amazon SES forwards, and emails' : 'Emails'
  return `Not required: ${providers.join(' and ')} sends with a return path of its own, and reports bounces to the feedback URL. ${forwarded} that unsubscribe arrive here.`
}

/** For a record that did not count when the domain was verified. */
const lateNote = ({ required }: DnsRecord, check: Check | undefined): string | undefined =>
  required && check?.required === false && check.status !== 'ok'
    ? 'The transports of the domain need it by now: without it, bounces are lost.'
    : undefined

function toWarning(row: DomainWithKeys): z.infer<typeof Domain>['warning'] {
  if (row.taken_since) {
    return { since: row.taken_since.toISOString(), message: TAKEN, stopsAt: null }
  }
  if (!row.warned_at) return null
  const stopsAt = graceEnd(row.warned_at).toISOString()
  const problems = describeProblems(row)
  const end = row.status === 'FAILED' ? 'It is no longer a sender' : `It stops being a sender at ${stopsAt}`
  return { since: row.warned_at.toISOString(), message: `${problems} ${end}, until that is fixed.`, stopsAt }
}

export const TAKEN =
  'All records are in place, but the domain is verified in another project of this server. Delete it there first.'

/** Describes the required records that are not in place. */
export function describeProblems({ checks, keys, domain }: DomainWithKeys): string {
  const active = keys.find(({ state }) => state === 'ACTIVE')
  const isRequired = (check: Check) =>
    (check.purpose === 'return-path' && check.required !== false) ||
    (check.purpose === 'dkim' && check.name.startsWith(`${active?.selector}.`))
  const open = readChecks(checks).filter((check) => isRequired(check) && check.status !== 'ok')
  if (open.length === 0) return `The DNS records of ${domain} have not been found yet.`
  return open
    .map(
      ({ purpose, name, status }) =>
        `The ${PURPOSE_NAMES[purpose]} record at ${name} ${STATUS_WORDS[status]}.`,
    )
    .join(' ')
}

const STATUS_WORDS = {
  ok: 'is right',
  missing: 'is missing',
  mismatch: 'has a different value',
  unknown: 'could not be checked, because the DNS server did not answer',
}
