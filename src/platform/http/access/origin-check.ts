// Decides which pages may change something with a person's session. A browser sends the cookie by itself, and a foreign
// domain can be pointed at this machine: then Host and Origin agree, and both are foreign. So the Origin is compared with
// names that are certainly ours.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { withoutMapping } from '../../addresses/ip-network.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { isThisMachine } from '../../public-url.ts'

/** Throws unless one of our own pages made a request that may change something. */
export type OriginCheck = (request: FastifyRequest) => void

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createOriginCheck(config: Pick<Config, 'publicUrl' | 'PUBLIC_URL'>): OriginCheck {
  const ownOrigin = new URL(config.publicUrl).origin
  const isNamed = config.PUBLIC_URL !== undefined
  /** The page was loaded from the host of the request, under a name that cannot be owned by others. */
  const isOwnHost = (name: string, { socket }: FastifyRequest): boolean => {
    // Without PUBLIC_URL, because the port of a container may be forwarded from another machine.
    if (isLoopback(name)) return !isNamed || isLoopback(withoutMapping(socket.remoteAddress ?? ''))
    // An IP address cannot be pointed elsewhere, as a name can. With PUBLIC_URL the dashboard has one address.
    return !isNamed && isIP(name) !== 0
  }
  return (request) => {
    if (READING.has(request.method)) return
    const { origin } = request.headers
    if (origin === ownOrigin) return
    const page = pageOf(origin)
    const isSameHost = page !== undefined && page.host === request.host.toLowerCase()
    if (isSameHost && isOwnHost(page.name, request)) return
    throw isSameHost ? unknownName(page.host, config) : foreignPage(origin)
  }
}

/** Not by its beginning alone: 127.0.0.1.example.com is a domain name. */
const isLoopback = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || (isIP(name) !== 0 && isThisMachine(name))

/** Parses an Origin header: the host with its port, and its name alone (IPv6 without brackets). */
function pageOf(origin = ''): { host: string; name: string } | undefined {
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase()
  return host === undefined ? undefined : { host, name: host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '') }
}

const foreignPage = (origin: string | undefined) =>
  new AppError('FORBIDDEN', {
    message:
      origin === undefined
        ? 'The request has no Origin header, so it is not from a page of the dashboard.'
        : 'The request comes from a page of another site.',
    suggestion: 'Use the dashboard, or send an API key instead of a session.',
  })

const unknownName = (host: string, { publicUrl, PUBLIC_URL }: Pick<Config, 'publicUrl' | 'PUBLIC_URL'>) =>
  new AppError('FORBIDDEN', {
    message: `This server does not know itself by the name ${host}, so the dashboard cannot be used there.`,
    suggestion:
      PUBLIC_URL === undefined
        ? 'Set PUBLIC_URL to the address in the browser, for example http://mail.example.com:3000, and restart. Until then open the dashboard by the IP address of the server.'
        : `Open the dashboard at ${publicUrl}, or change PUBLIC_URL and restart.`,
  })
