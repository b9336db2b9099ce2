type OriginQuery = {
  /** The header Origin. */
  origin: string | undefined
  /** The header Host. */
  host: string
  /** The origin of PUBLIC_URL. */
  ownOrigin: string
  allowedOrigins: readonly string[]
}

/**
 * `own`: a page of ours. `none`: not a browser, since browsers send their origin with every POST. A form has neither cookies nor
 * another secret, so a page that was loaded under another name of this server is ours, too.
 */
export function originOf({
  origin,
  host,
  ownOrigin,
  allowedOrigins,
}: OriginQuery): 'own' | 'none' | 'allowed' | 'foreign' {
  if (origin === undefined) return 'none'
  if (origin === ownOrigin || /^https?:\/\/(.*)$/.exec(origin)?.[1] === host.toLowerCase()) return 'own'
  return allowedOrigins.includes(origin) ? 'allowed' : 'foreign'
}
