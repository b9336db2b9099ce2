// Asks DNS, the blocklists and the servers of this installation, and has the answers judged.
import { isIP } from 'node:net'
import { hostOfUrl } from '../../../platform/addresses/url-host.ts'
import { isInbox } from '../../../platform/config.ts'
import type { Config } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Dns, Lookup } from '../../../platform/dns/dns.ts'
import { isMxUrl, readMxUrl } from '../../../platform/email/mx/mx-url.ts'
import { findReverseName } from '../../../platform/email/mx/reverse-name.ts'
import { isPrivateAddress } from '../../../platform/outgoing/private-addresses.ts'
import { describeBadLinks, isThisMachine, mailHostOf } from '../../../platform/public-url.ts'
import type { ServerAddress } from '../../../platform/server-setting.ts'
import { relayOf } from '../../domains/index.ts'
import { boundDns } from '../bounded-dns.ts'
import { judgeCertificate } from '../certificate.ts'
import { advise, notApplicable, unknown, warning } from '../check-finding.ts'
import type { CheckFinding, Verdict } from '../check-finding.ts'
import type { MACHINE_CHECKS } from '../checks.values.ts'
import { listProjectMxAddresses, readDatabaseTime } from '../machine-checks.queries.ts'
import { probeCertificate } from '../probe-certificate.ts'
import { blocklistsOf, judgeListing, LISTED_BY_ALL, LISTED_BY_NONE, nameAt } from './blocklists.ts'
import type { Blocklist } from './blocklists.ts'
import { judgeClock } from './clock.ts'
import type { ClockAnswer } from './clock.ts'
import { judgeHelo, judgeReverseName } from './names.ts'
import { askTime } from './sntp.ts'

export type MachineCheckDeps = Pick<Deps, 'dns' | 'clock' | 'config' | 'publicUrl' | 'database'>

type Kind = (typeof MACHINE_CHECKS)[number]
type Context = { deps: MachineCheckDeps; dns: Dns; publicUrl: string }

// More addresses are not checked one by one: each costs a question per list.
const MOST_ADDRESSES = 16

export async function runMachineChecks(deps: MachineCheckDeps): Promise<CheckFinding[]> {
  const context = { deps, dns: boundDns(deps.dns), publicUrl: await deps.publicUrl.find() }
  const [names, certificate, clock] = await Promise.all([
    checkSender(context),
    checkCertificate(context),
    askClock(context),
  ])
  return [...names, single('certificate', certificate), single('clock', judgeClock(clock))]
}

const single = (kind: Kind, verdict: Verdict): CheckFinding => ({ kind, subject: '', ...verdict })

async function checkSender({ deps, dns, publicUrl }: Context): Promise<CheckFinding[]> {
  const { config, database } = deps
  const projects = config.ALLOW_PROJECT_MX ? await listProjectMxAddresses(database.db) : undefined
  const reason = projects === undefined ? whyNothingLeaves(config) : undefined
  if (reason !== undefined) {
    return (['helo', 'reverse-name', 'blocklist'] as const).map((kind) => single(kind, notApplicable(reason)))
  }
  const helo = mailHostOf(config, publicUrl).toLowerCase().replace(/\.$/, '')
  const named = await dns.addresses(helo)
  const local = isMxUrl(config.MAIL_TRANSPORT) ? readMxUrl(config.MAIL_TRANSPORT).localAddresses : []
  const sending = [...new Set([...local, ...(projects ?? [])])].filter(isPublic)
  const addresses = sending.length > 0 ? sending : recordsIn(named).filter(isPublic)
  const checked = addresses.slice(0, MOST_ADDRESSES)
  const reverse = checked.map(async (address): Promise<CheckFinding> => {
    const found = await findReverseName(dns, address)
    return { kind: 'reverse-name', subject: address, ...judgeReverseName({ address, helo, reverse: found }) }
  })
  return [
    single('helo', judgeHelo({ helo, answer: named, sending: checked })),
    ...(await Promise.all(reverse)),
    ...(await checkLists({ dns, config, addresses: checked })),
  ]
}

const isPublic = (address: string) => !isPrivateAddress(address)
const recordsIn = <T>(answer: Lookup<T>): T[] => (answer.status === 'found' ? answer.records : [])

/** Why no email leaves from the addresses of this server; undefined if it does. */
function whyNothingLeaves(config: Config): string | undefined {
  if (isInbox(config)) {
    return 'Emails stay in the built-in inbox, so none leaves from an address of this server.'
  }
  const relay = relayOf(config)
  return relay === null
    ? undefined
    : `Emails leave through ${relay}, whose operator looks after its addresses and their names.`
}

type ListsQuestion = { dns: Dns; config: Config; addresses: readonly string[] }

async function checkLists({ dns, config, addresses }: ListsQuestion): Promise<CheckFinding[]> {
  const lists = blocklistsOf(config.SPAMHAUS_DQS_KEY)
  const found = await Promise.all(lists.map((list) => checkList({ dns, list, addresses })))
  return found.flat()
}

type ListQuestion = { dns: Dns; list: Blocklist; addresses: readonly string[] }

async function checkList({ dns, list, addresses }: ListQuestion): Promise<CheckFinding[]> {
  const asked = addresses.filter((address) => list.hasIpv6 || isIP(address) === 4)
  if (asked.length === 0) return []
  const ask = (address: string) => dns.ipv4(nameAt(list.zone, address))
  const always = await ask(LISTED_BY_ALL)
  return Promise.all(
    asked.map(async (address): Promise<CheckFinding> => {
      const answer = await ask(address)
      const never = answer.status === 'found' ? await ask(LISTED_BY_NONE) : undefined
      const answers = { always, answer, ...(never && { never }) }
      return {
        kind: 'blocklist',
        subject: `${address} at ${list.name}`,
        ...judgeListing(list, { address, answers }),
      }
    }),
  )
}

const HTTPS_PORT = 443

async function checkCertificate({ deps: { config, clock }, dns, publicUrl }: Context): Promise<Verdict> {
  const url = new URL(publicUrl)
  const { protocol, port } = url
  const host = hostOfUrl(url)
  const badLinks = describeBadLinks(config, publicUrl)
  if (badLinks !== undefined) {
    return warning(
      badLinks,
      advise('Set PUBLIC_URL and restart.', { command: 'PUBLIC_URL=https://mail.example.com' }),
    )
  }
  if (protocol !== 'https:') {
    return notApplicable(`${publicUrl} has no certificate, and emails do not leave this server.`)
  }
  const found = await findAddresses(dns, host)
  if (found.status === 'unanswered') return unknown(found.reason)
  const [address] = recordsIn(found)
  if (address === undefined) return unknown(`${host}, the host of PUBLIC_URL, has no address in DNS`)
  const answer = await probeCertificate({ host, address, port: port === '' ? HTTPS_PORT : Number(port) })
  return judgeCertificate({ host, answer, now: clock.now() })
}

/** A time server, or a database on another machine. The database beside us has the same clock. */
async function askClock({ deps, dns }: Context): Promise<ClockAnswer> {
  const { config, clock, database } = deps
  const { NTP_SERVER: server, DATABASE_URL = [], DATABASE_DIRECT_URL = DATABASE_URL } = config
  if (server !== undefined) return askTimeServer({ server, dns, now: () => clock.now() })
  const isElsewhere = DATABASE_DIRECT_URL.some((url) => !isThisMachine(databaseHostOf(url)))
  if (!isElsewhere) return { status: 'none' }
  const askedAt = clock.now().getTime()
  const time = await readDatabaseTime(database.db)
  const answeredAt = clock.now().getTime()
  return {
    status: 'compared',
    source: 'that of the database server',
    aheadMs: (askedAt + answeredAt) / 2 - time.getTime(),
    uncertainMs: (answeredAt - askedAt) / 2,
  }
}

/** Without a host it is a socket of this machine. */
const databaseHostOf = (url: string): string =>
  (URL.canParse(url) ? hostOfUrl(new URL(url)) : '') || 'localhost'

/** An address is its own. */
const findAddresses = async (dns: Dns, host: string): Promise<Lookup<string>> =>
  isIP(host) === 0 ? dns.addresses(host) : { status: 'found', records: [host] }

type TimeQuestion = { server: ServerAddress; dns: Dns; now: () => Date }

async function askTimeServer({ server, dns, now }: TimeQuestion): Promise<ClockAnswer> {
  const { host, port } = server
  const source = `that of ${host}`
  const found = await findAddresses(dns, host)
  if (found.status === 'unanswered') return { status: 'unanswered', source, reason: found.reason }
  const [address] = recordsIn(found)
  if (address === undefined) return { status: 'unanswered', source, reason: 'it has no address in DNS' }
  const answer = await askTime({ address, port, now })
  if (answer.status === 'unanswered') return { status: 'unanswered', source, reason: answer.reason }
  return { ...answer, status: 'compared', source }
}
