import { SECRET_KEY } from './node-process.ts'

export type Call = { key?: string | null; body?: unknown; headers?: Record<string, string> }
export type Answer = {
  status: number
  headers: Headers
  text: string
  json<T = Record<string, unknown>>(): T
}

/** Where a node is reached, and the key of the project that is meant; the first one if it names none. */
export type ApiTarget = { url: string; secretKey?: string }

/** One request to a running node, such as `POST /contacts`; with the key of its project by default. */
export async function ask(node: ApiTarget, what: string, call: Call = {}): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ')
  const { key = node.secretKey ?? SECRET_KEY, body, headers } = call
  const isText = typeof body === 'string'
  const response = await fetch(node.url + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = <T>() => JSON.parse(text) as T
  return { status: response.status, headers: response.headers, text, json }
}

export type ErrorAnswer = {
  success: boolean
  error: { code: string; message: string; statusCode: number; requestId: string }
  code: number
}

export type Job = {
  id: string
  status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'
  progress: { done: number; total: number | null; failed: number }
}

export async function readJob(node: { url: string }, id: string): Promise<Job> {
  return (await ask(node, `GET /jobs/${id}`)).json<Job>()
}

/** A CSV file of so many rows. */
export function csvOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => `person${n}@example.com,Person ${n},${n % 90}`)
  return ['email,name,age', ...lines, ''].join('\n')
}

/** Starts an import and returns its job's id. */
export async function startImport(node: { url: string }, rows: number): Promise<string> {
  const answer = await ask(node, 'POST /contacts/import', { body: csvOf(rows) })
  if (answer.status !== 202) throw new Error(`the import was answered ${answer.status}: ${answer.text}`)
  return answer.json<{ jobId: string }>().jobId
}
