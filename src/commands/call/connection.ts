// Which server a command calls, and with which key: options, then the environment, then the profile.
import { CommandFailure, EXIT } from '../failure.ts'
import { UsageError } from '../usage-error.ts'
import { readEnvironment } from './environment.ts'
import { findProfile } from './profiles.ts'

export type Connection = { url: string; key: string }

type ConnectionOptions = {
  url: string | undefined
  key: string | undefined
  profile: string | undefined
}

export const DEFAULT_URL = 'http://localhost:3000'

/** @throws CommandFailure if there is no key */
export async function findConnection(options: ConnectionOptions): Promise<Connection> {
  const environment = readEnvironment()
  const name = options.profile ?? environment.profile
  // A profile that is named takes precedence over the environment.
  const isChosen = options.profile !== undefined
  const profile = await findProfile(name)
  const key = options.key ?? (isChosen ? profile?.key : (environment.key ?? profile?.key))
  if (!key) {
    throw new CommandFailure(
      'There is no API key. Log in with: npx lettermill login, or set LETTERMILL_API_KEY. A server prints its first keys when it is started; npx lettermill keys create makes another one there.',
      { exitStatus: EXIT.access },
    )
  }
  const url = options.url ?? (isChosen ? profile?.url : (environment.url ?? profile?.url))
  return { url: checkUrl(url ?? DEFAULT_URL), key: checkKey(key) }
}

/** Without the slash at its end. */
export function checkUrl(text: string): string {
  const url = URL.parse(text)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new UsageError(`The address must be http://… or https://…, not "${text}".`)
  }
  return url.href.replace(/\/+$/, '')
}

/** Header values take no other characters; a key with a line end was copied wrong. */
export function checkKey(text: string): string {
  const key = text.trim()
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError('The key must be sk_… in one word.')
}
