import type { Account } from '../../api/accounts/account.ts'
import { shellQuoted } from './shell-quoted.ts'

export type Asked = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** What is not set is left out. */
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Name of a file that goes as a form. */
  file?: string
  /** A secret key, or what stands for one. */
  key?: string
}

// What fits on a line of the narrowest place that shows a call.
const LINE_LENGTH = 72

function jsonOf(body: unknown): string {
  const text = JSON.stringify(body)
  return text.length <= LINE_LENGTH ? text : JSON.stringify(body, null, 2)
}

function addressOf(path: string, query: Asked['query'] = {}): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
  )
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** The same call for a terminal. A key is shown once, when it is made, so here it is a variable of the shell. */
export function curlOf(
  { instance }: Account,
  path: string,
  { method = 'GET', query, body, file, key = '$KEY' }: Asked = {},
): string {
  const isPlain = method === 'GET' || (method === 'POST' && (body !== undefined || file !== undefined))
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${shellQuoted(`${instance.publicUrl}${addressOf(path, query)}`)} -H "Authorization: Bearer ${key}"`,
    ...(file === undefined ? [] : [`-F file=@${file}`]),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${shellQuoted(jsonOf(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
