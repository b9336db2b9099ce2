// The pages that the dashboard may redirect to after signing in. Shared by the server and the dashboard, so that both
// decide alike.

/** A placeholder for our own origin. */
const BASE = 'http://dashboard.invalid'

const PAGE = /^\/app(\/|$)/

/**
 * The path that a browser would open for a link to a page of the dashboard, with query and fragment. Compared after
 * resolving, as browsers do: dots, also encoded ones, leave the folder, and backslashes are slashes.
 * @returns undefined if the link leads anywhere else
 */
export function dashboardPageOf(link: string): string | undefined {
  const url = link.startsWith('/') ? URL.parse(link, BASE) : null
  if (url?.origin !== BASE || !PAGE.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
