// Asks DNS and the servers of a domain, and has the answers judged. One question takes seconds at most, and a domain has few
// at a time, so that a slow one costs the others nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../platform/deps.ts'
import type { Dns } from '../../../platform/dns/dns.ts'
import { createHostGuard } from '../../../platform/outgoing/host-guard.ts'
import {
  dkimName,
  examineDkimAlias,
  examineSpf,
  hostsOf,
  keyZoneOf,
  returnPathName,
  trackingHostOf,
  zoneName,
} from '../../domains/index.ts'
import type { DomainWithKeys, PublicKey } from '../../domains/index.ts'
import { boundDns } from '../bounded-dns.ts'
import { judgeCertificate } from '../certificate.ts'
import { notApplicable, quote, unknown } from '../check-finding.ts'
import type { CheckFinding, Verdict } from '../check-finding.ts'
import type { DOMAIN_CHECKS } from '../checks.values.ts'
import { probeCertificate } from '../probe-certificate.ts'
import { judgeDkimAlias, judgeDkimRecord, judgeKeyAge, judgeKeyLength, rotationOf } from './dkim.ts'
import { dmarcPolicyOf, isDmarc, judgeDmarc } from './dmarc.ts'
import type { DmarcAnswer } from './dmarc.ts'
import { chooseAbove, namesAbove } from './dmarc-walk.ts'
import { askConsents } from './report-consents.ts'
import { judgeBimi, judgeMtaSts, judgeTlsRpt } from './optional-records.ts'
import type { StsFile } from './optional-records.ts'
import { judgeSpf } from './spf.ts'

/** `stsPort`: where policies are read; another one than that of HTTPS only in tests. */
export type DomainCheckTools = Pick<Deps, 'dns' | 'http' | 'clock' | 'config' | 'publicUrl'> & {
  stsPort?: number
}

type Kind = (typeof DOMAIN_CHECKS)[number]
type Context = { tools: DomainCheckTools; dns: Dns; row: DomainWithKeys; publicUrl: string; now: Date }
type Check = { kind: Kind; subject: string; run: () => Promise<Verdict> }

// Enough for a check that meets one silent server after the other.
const LIMIT_MS = 30_000

/** The longest that all checks of a domain take together; they run beside each other. */
export const RUN_LIMIT_MS = LIMIT_MS

// A domain with silent servers occupies no more of the resolver than this.
const QUESTIONS_PER_DOMAIN = 3

export async function runDomainChecks(tools: DomainCheckTools, row: DomainWithKeys): Promise<CheckFinding[]> {
  const dns = boundDns(tools.dns, QUESTIONS_PER_DOMAIN)
  const publicUrl = await tools.publicUrl.find()
  const context = { tools, dns, row, publicUrl, now: tools.clock.now() }
  return Promise.all(
    checksOf(context).map(async ({ kind, subject, run }) => ({ kind, subject, ...(await inTime(run)) })),
  )
}

async function inTime(run: () => Promise<Verdict>): Promise<Verdict> {
  const over = new AbortController()
  const late = sleep(LIMIT_MS, TOO_LATE, { signal: over.signal }).catch(() => TOO_LATE)
  try {
    return await Promise.race([run(), late])
  } finally {
    over.abort()
  }
}

const TOO_LATE = unknown('it took too long')

function checksOf(context: Context): Check[] {
  const { row } = context
  const dmarc = findDmarc(context)
  const single = (kind: Kind, run: () => Promise<Verdict>): Check => ({ kind, subject: '', run })
  return [
    single('spf', () => checkSpf(context)),
    ...dkimChecks(context),
    single('dmarc', async () => judgeDmarc(await dmarc)),
    single('mta-sts', () => checkMtaSts(context)),
    single('tls-rpt', async () =>
      judgeTlsRpt({ domain: row.domain, texts: await context.dns.txt(`_smtp._tls.${row.domain}`) }),
    ),
    single('bimi', async () =>
      judgeBimi({
        domain: row.domain,
        texts: await context.dns.txt(`default._bimi.${row.domain}`),
        policy: dmarcPolicyOf(await dmarc),
      }),
    ),
    single('tracking-certificate', () => checkTrackingCertificate(context)),
  ]
}

async function checkSpf({ tools, dns, row, publicUrl }: Context): Promise<Verdict> {
  const hosts = hostsOf(tools.config, { publicUrl, transports: row.transport_settings })
  const name = returnPathName(row.domain)
  const isAsked = hosts.relays.length > 0
  const answer = isAsked ? await examineSpf(dns, { name, hosts }) : { finding: NOT_ASKED }
  return judgeSpf({ name, hosts, ...answer })
}

const NOT_ASKED = { status: 'unknown' as const, found: [], detail: null }

function dkimChecks(context: Context): Check[] {
  const { row, publicUrl, now } = context
  const rotation = rotationOf(publicUrl, row.id)
  return row.keys
    .filter(({ state }) => state !== 'RETIRING')
    .flatMap((key): Check[] => {
      const subject = key.selector
      const record: Check = {
        kind: 'dkim',
        subject,
        run: () => checkDkim(context, key),
      }
      if (key.state !== 'ACTIVE') return [record]
      const judged = (kind: Kind, verdict: Verdict): Check => ({
        kind,
        subject,
        run: () => Promise.resolve(verdict),
      })
      return [
        record,
        judged('dkim-key-length', judgeKeyLength(key.publicKey, rotation)),
        judged('dkim-key-age', judgeKeyAge({ createdAt: key.createdAt, now, rotation })),
      ]
    })
}

async function checkDkim({ dns, row }: Context, key: PublicKey): Promise<Verdict> {
  const { domain } = row
  const name = dkimName(key.selector, domain)
  const zone = keyZoneOf(row)
  if (zone === null || key.slot === null) {
    return judgeDkimRecord({ domain, key, texts: await dns.txt(name) })
  }
  const target = zoneName(zone, key.slot)
  const finding = await examineDkimAlias(dns, { name, target, publicKey: key.publicKey })
  return judgeDkimAlias({ domain, key, target, finding })
}

/** The record that applies to the domain, and whether other domains agreed to get its reports. */
async function findDmarc({ dns, row: { domain } }: Context): Promise<DmarcAnswer> {
  const own = `_dmarc.${domain}`
  const texts = await dns.txt(own)
  const isOwn = texts.status === 'unanswered' || (texts.status === 'found' && texts.records.some(isDmarc))
  const found = isOwn ? { name: own, texts } : await findAbove(dns, domain)
  if (found === undefined) {
    return { domain, at: null, texts: { status: 'none', isNameKnown: true }, consents: new Map() }
  }
  const record = found.texts.status === 'found' ? found.texts.records.find(isDmarc) : undefined
  const consents = record === undefined ? new Map() : await askConsents(dns, { record, at: found.name })
  return { domain, at: found.name, texts: found.texts, consents }
}

async function findAbove(dns: Dns, domain: string) {
  const walked = await Promise.all(
    namesAbove(domain).map(async (name) => ({
      name: `_dmarc.${name}`,
      texts: await dns.txt(`_dmarc.${name}`),
    })),
  )
  // The record that applies may be the one that is not known.
  return walked.find((one) => one.texts.status === 'unanswered') ?? chooseAbove(walked)
}

const FILE_MS = 10_000
const MOST_FILE_BYTES = 65_536

async function checkMtaSts({ tools, dns, row: { domain } }: Context): Promise<Verdict> {
  const [texts, mx] = await Promise.all([dns.txt(`_mta-sts.${domain}`), dns.mx(domain)])
  const isAnnounced = texts.status === 'found' && texts.records.some((text) => text.startsWith('v=STSv1'))
  return judgeMtaSts({ domain, texts, mx, ...(isAnnounced && { file: await readStsFile(tools, domain) }) })
}

async function readStsFile({ http, stsPort }: DomainCheckTools, domain: string): Promise<StsFile> {
  const host = `mta-sts.${domain}${stsPort === undefined ? '' : `:${stsPort}`}`
  const answer = await http.send({
    url: `https://${host}/.well-known/mta-sts.txt`,
    method: 'GET',
    timeoutMs: FILE_MS,
    keptBytes: MOST_FILE_BYTES,
  })
  if (answer.status !== 'answered') return { status: 'unreadable', reason: quote(answer.reason) }
  if (answer.statusCode !== 200) {
    return { status: 'unreadable', reason: `the server answered ${answer.statusCode}` }
  }
  if (answer.cut !== null) {
    return { status: 'unreadable', reason: 'it is longer than 64 kB, or came too slowly' }
  }
  return { status: 'read', text: answer.body }
}

const HTTPS_PORT = 443

async function checkTrackingCertificate({ tools, dns, row, publicUrl, now }: Context): Promise<Verdict> {
  const host = trackingHostOf(row)
  if (host === null) return notApplicable('Links in emails do not use a name of the domain.')
  const { protocol, port } = new URL(publicUrl)
  if (protocol !== 'https:') {
    return notApplicable('Links in emails begin with http://, so they need no certificate.')
  }
  const found = await createHostGuard({ dns, config: tools.config })(host)
  if (found.status !== 'good') return unknown(found.reason)
  const [address = ''] = found.addresses
  const answer = await probeCertificate({ host, address, port: port === '' ? HTTPS_PORT : Number(port) })
  return judgeCertificate({ host, answer, now })
}
