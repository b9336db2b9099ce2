export const TEMPLATE = 'lettermill_template'

/** The URL of another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  const parts = new URL(url)
  parts.pathname = `/${database}`
  return parts.href
}
