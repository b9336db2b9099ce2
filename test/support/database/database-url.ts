export const TEMPLATE = 'lettermill_template'

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const parts = new URL(url)
  parts.pathname = `/${database}`
  return parts.href
}
