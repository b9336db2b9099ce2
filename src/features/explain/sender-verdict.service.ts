import { domainOfAddress } from '../../platform/addresses/email-address.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { EmailQuestion, GateVerdict } from '../delivery/index.ts'
import { isReservedDomain, requireSender } from '../domains/index.ts'
import { INSTANCE_ROUTE, listFailingRoutes, listRoutes } from '../transports/index.ts'

type SenderQuestion = {
  projectId: ProjectId
  emails: readonly EmailQuestion[]
  /** The sender of emails that name none; null if the project has none. */
  defaultFrom: string | null
  /** Whether an email may name its sender when it is sent, as those of POST /v1/send do. */
  isSenderOpen: boolean
  config: Pick<Config, 'MAIL_TRANSPORT'>
}

/** Whether the project may send from the address of every email, by a transport that works. */
export async function readSender(
  db: Db,
  { projectId, emails, defaultFrom, isSenderOpen, config }: SenderQuestion,
): Promise<GateVerdict> {
  const addresses = [...new Set(emails.map(({ from }) => from ?? defaultFrom))]
  let last: GateVerdict | undefined
  for (const address of addresses) {
    last = address === null ? noSender(isSenderOpen) : await judge(db, { projectId, address, config })
    if (!last.passed) return last
  }
  return last ?? { passed: true, value: null, since: null, explanation: 'No email is sent to the contact.' }
}

const noSender = (isSenderOpen: boolean): GateVerdict => ({
  passed: isSenderOpen,
  value: null,
  since: null,
  explanation: isSenderOpen
    ? 'The sender is named when the email is sent: the project has no default.'
    : 'The email has no sender. Give it a `from`, or set `defaultFrom` with PATCH /project.',
})

type AddressQuestion = Pick<SenderQuestion, 'projectId' | 'config'> & { address: string }

async function judge(db: Db, { projectId, address, config }: AddressQuestion): Promise<GateVerdict> {
  const about = { value: address, since: null }
  try {
    await requireSender(db, { projectId, address, config })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const advice = error.suggestion ? ` ${error.suggestion}` : ''
    return { ...about, passed: false, explanation: `${error.message}${advice}` }
  }
  const domain = domainOfAddress(address)
  const routes = isReservedDomain(domain) ? [INSTANCE_ROUTE] : await listRoutes(db, { projectId, domain })
  const failing = new Set((await listFailingRoutes(db, routes)).map(({ routeId }) => routeId))
  if (routes.every((routeId) => failing.has(routeId))) {
    const explanation = `Email from ${address} waits, because its mail server does not work at the moment. GET /transports and GET /health tell the reason.`
    return { ...about, passed: false, explanation }
  }
  return { ...about, passed: true, explanation: `The project may send from ${address}.` }
}
