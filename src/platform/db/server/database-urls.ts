// The addresses of DATABASE_URL: a comma-separated list of URLs, and the form of libpq with several hosts in one URL. Both become
// one URL per server, because the driver knows one host per connection.

/** Each begins with the scheme, so that a password may have a comma. */
const BETWEEN_URLS = /,(?=\s*postgres(?:ql)?:\/\/)/
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@\s]*)(\/[^?#,\s]*)?(\?[^#\s]*)?$/
const HOST = /^(?:\[[0-9a-fA-F:.%]+\]|[^:[\]]+)(?::\d{1,5})?$/

const SESSION_ATTRS = 'target_session_attrs'

/** Values of libpq that mean the server which accepts writes. Lettermill connects to that one in any case. */
const WRITABLE = new Set(['read-write', 'primary'])

const NO_URL = 'must be postgres://…, or a comma-separated list of such URLs'

export class DatabaseUrlError extends Error {}

/** One URL per server, in the given order. Throws a DatabaseUrlError with a text that does not quote the value. */
export const readDatabaseUrls = (text: string): string[] =>
  text.split(BETWEEN_URLS).flatMap((url) => splitHosts(url.trim()))

function splitHosts(url: string): string[] {
  const [, start, hosts = '', path = '', query = ''] = URL_PARTS.exec(url) ?? []
  if (start === undefined || hosts + path === '') throw new DatabaseUrlError(NO_URL)
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get(SESSION_ATTRS)
  if (wanted !== null && !WRITABLE.has(wanted)) {
    throw new DatabaseUrlError(
      `has ${SESSION_ATTRS} with a value other than read-write or primary: Lettermill needs the server that accepts writes`,
    )
  }
  const list = hosts.split(',')
  if (list.length === 1 && wanted === null) return [url]
  if (list.length > 1 && !list.every((host) => HOST.test(host))) {
    throw new DatabaseUrlError('must have host or host:port between the commas')
  }
  parameters.delete(SESSION_ATTRS)
  const end = parameters.size > 0 ? `?${parameters.toString()}` : ''
  return list.map((host) => `${start}${host}${path}${end}`)
}
