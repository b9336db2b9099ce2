// The address under which people and email clients reach this installation: links in email begin with it, and MAIL_HOSTNAME
// defaults to its host. A node that only sends email does not answer HTTP itself, so without PUBLIC_URL it reads the
// address of the nodes that do from the database.
import { hostOfUrl } from './addresses/url-host.ts'
import { createAnswerCache } from './caches/answer-cache.ts'
import type { Clock } from './clock.ts'
import { isInbox } from './config.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { readInstallation } from './db/installation.ts'

export type PublicUrl = {
  find(): Promise<string>
  /** The last result of find(), for callers that cannot wait; a guess before the first. */
  last(): string
}

// How soon all nodes use a new PUBLIC_URL after the nodes that answer HTTP were started with it.
const LIFETIME_MS = 10_000

/** `isServing`: the node answers HTTP itself, so its own address is valid. */
export function createPublicUrl(
  { config, database, clock }: { config: Config; database: Pick<Database, 'db'>; clock: Clock },
  { isServing }: { isServing: boolean },
): PublicUrl {
  let last = config.publicUrl
  if (isServing || config.PUBLIC_URL !== undefined) {
    return { find: () => Promise.resolve(last), last: () => last }
  }
  // Not cached while it is unknown: a node that accepts an email has stored it before.
  const lifetimeMs = (told: string) => (told === '' ? 0 : LIFETIME_MS)
  const answers = createAnswerCache<string>({ clock, most: 1, lifetimeMs })
  const ask = async () => (await readInstallation(database.db))?.public_url ?? ''
  return {
    async find() {
      last = (await answers('public url', ask)) || config.publicUrl
      return last
    },
    last: () => last,
  }
}

/** The name of this mail server: in EHLO, and for the addresses of bounces. */
export const mailHostOf = ({ MAIL_HOSTNAME }: Pick<Config, 'MAIL_HOSTNAME'>, publicUrl: string): string =>
  MAIL_HOSTNAME ?? new URL(publicUrl).hostname

/** Whether a host name or an address (IPv6 without brackets) means this machine. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '0.0.0.0' ||
  host.startsWith('127.')

/**
 * A warning for the operator if email leaves this machine with links that recipients, or their providers, cannot use;
 * undefined otherwise.
 */
export function describeBadLinks(config: Config, publicUrl: string): string | undefined {
  const url = new URL(publicUrl)
  if (isInbox(config)) return undefined
  if (isThisMachine(hostOfUrl(url))) {
    return `Links in email lead to ${publicUrl}, which only this machine can open. Set PUBLIC_URL to the address under which recipients reach this installation, for example https://mail.example.com.`
  }
  if (url.protocol === 'https:') return undefined
  return `Links in email begin with ${publicUrl}, which is not https. Marketing email leaves without List-Unsubscribe-Post, because one-click unsubscribing needs https, and Gmail and Yahoo may refuse it. Set PUBLIC_URL to an https address.`
}
