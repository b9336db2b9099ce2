import type { Account } from '../api/account.ts'
import { shellQuoted } from './shell-quoted.ts'

export type Asked = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** What is not set is left out. */
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Name of a file that goes as a form. */
  file?: string
}

function addressOf(path: string, query: Asked['query'] = {}): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** The same call for a terminal. The key is a variable of the shell: a key is shown once, when it is made. */
export function curlOf(
  { instance }: Account,
  path: string,
  { method = 'GET', query, body, file }: Asked = {},
): string {
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || file !== undefined))
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${shellQuoted(`${instance.publicUrl}${addressOf(path, query)}`)} -H "Authorization: Bearer $KEY"`,
    ...(file === undefined ? [] : [`-F file=@${file}`]),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellQuoted(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
