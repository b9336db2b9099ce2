// Checks what receivers check of a server that delivers to them: its name, the addresses of that name, and the names of
// these addresses. It also connects to a large receiver, because most networks block port 25 until one asks for it.
import type { Dns } from '../../dns/dns.ts'
import { isPrivateAddress } from '../../outgoing/private-addresses.ts'
import type { HostGuard } from '../../outgoing/host-guard.ts'
import { replyText } from '../smtp/replies/reply-text.ts'
import { SmtpConnection } from '../smtp/smtp-connection.ts'
import { ConnectionLostError } from '../smtp/smtp-replies.ts'
import { TIMEOUTS_MS } from '../smtp/smtp-session.ts'
import type { MxSettings } from './mx-url.ts'
import { findReverseName } from './reverse-name.ts'

export type SendingHostCheck = {
  /** Sentences; none if everything fits. */
  problems: string[]
  /** The reply of a receiver that refuses the connection. */
  reply: string | null
}

type CheckParts = Pick<MxSettings, 'port' | 'localAddresses'> & {
  dns: Pick<Dns, 'addresses' | 'names' | 'mx'>
  guard: HostGuard
  /** The name of this server in EHLO. */
  ownName: string
}

export async function checkSendingHost(parts: CheckParts): Promise<SendingHostCheck> {
  const [names, reached] = await Promise.all([checkNames(parts), checkPort(parts)])
  return { problems: [...names, ...reached.problems], reply: reached.reply }
}

async function checkNames({ dns, ownName, localAddresses }: CheckParts): Promise<string[]> {
  const found = await dns.addresses(ownName)
  if (found.status === 'unanswered') {
    return [`The addresses of ${ownName} could not be checked: ${found.reason}.`]
  }
  if (found.status === 'none') {
    return [
      `${ownName}, the name of this server, has no address in DNS. Add an A record, or set MAIL_HOSTNAME to a name that has one.`,
    ]
  }
  const known = found.records
  const sending = localAddresses.filter((address) => !isPrivateAddress(address))
  const unknown = sending.filter((address) => !known.includes(address))
  const checked = sending.length > 0 ? sending : known
  const reverse = await Promise.all(checked.map((address) => checkReverse(address, { dns, ownName })))
  return [
    ...unknown.map(
      (address) => `${address} is not an address of ${ownName}. Add it to its A or AAAA records.`,
    ),
    ...reverse.filter((problem) => problem !== undefined),
  ]
}

/** The name of an address has to lead back to it. */
async function checkReverse(
  address: string,
  { dns, ownName }: Pick<CheckParts, 'dns' | 'ownName'>,
): Promise<string | undefined> {
  const found = await findReverseName(dns, address)
  if (found.status === 'confirmed') return undefined
  if (found.status === 'unanswered') return `The name of ${address} could not be checked: ${found.reason}.`
  const advice = `Ask whoever rents you the address to set it to ${ownName}.`
  if (found.status === 'none') {
    return `${address} has no name in DNS (PTR), so many receivers refuse its email. ${advice}`
  }
  return `The name of ${address} in DNS (PTR), ${found.name}, does not have this address. ${advice}`
}

/** Receivers that are always there. */
const WELL_KNOWN = ['gmail.com', 'outlook.com', 'yahoo.com']

const LIMIT_MS = 10_000
const TIMEOUTS = { ...TIMEOUTS_MS, connect: LIMIT_MS, greeting: LIMIT_MS, command: LIMIT_MS }

async function checkPort({
  dns,
  guard,
  ownName,
  port,
  localAddresses,
}: CheckParts): Promise<SendingHostCheck> {
  const server = await findWellKnown(dns)
  if (server === undefined) {
    return { problems: ['No mail server could be found in DNS, not even that of Gmail.'], reply: null }
  }
  const connection = new SmtpConnection(
    {
      host: server,
      port,
      security: 'opportunistic',
      hostname: ownName,
      isCertificateChecked: false,
      localAddress: localAddresses[0],
      async findAddresses() {
        const found = await guard(server)
        if (found.status === 'good') return found.addresses
        throw new ConnectionLostError(found.reason)
      },
    },
    TIMEOUTS,
  )
  const problem = await connection.open()
  if (!problem) {
    await connection.close()
    return { problems: [], reply: null }
  }
  const reply = 'reply' in problem && problem.reply ? replyText(problem.reply) : null
  if (reply !== null) return { problems: [`${server} refuses connections from this server.`], reply }
  const reason = 'reason' in problem ? problem.reason.replace(/;.*/s, '') : 'the connection failed'
  return {
    problems: [
      `Port ${port} of ${server} cannot be reached: ${reason}. Many hosting providers block it until you ask them.`,
    ],
    reply: null,
  }
}

async function findWellKnown(dns: Pick<Dns, 'mx'>): Promise<string | undefined> {
  for (const domain of WELL_KNOWN) {
    const found = await dns.mx(domain)
    const best =
      found.status === 'found' ? found.records.toSorted((a, b) => a.priority - b.priority)[0] : undefined
    if (best && best.exchange !== '') return best.exchange
  }
  return undefined
}
