import { setTimeout as wait } from 'node:timers/promises'
import type { Dashboard } from '../browser/dashboard.ts'
import { ask } from '../http-client.ts'
import type { Receiver } from '../servers/webhook-receiver.ts'

/** `receiver`: where webhooks go. */
export type Site = { dashboard: Dashboard; receiver: Receiver }

/** A request that has to succeed, later if the node is busy now. */
export async function request<T>(site: Site, what: string, body?: unknown): Promise<T> {
  const answer = await ask(site.dashboard.node, what, body === undefined ? {} : { body })
  if (answer.status === 503) {
    await wait(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
    return request(site, what, body)
  }
  if (answer.status >= 300) {
    throw new Error(`${what} ${JSON.stringify(body)} answered ${answer.status}: ${answer.text}`)
  }
  return (answer.text === '' ? undefined : answer.json()) as T
}

/** @returns the id of what was created */
export async function create(site: Site, path: string, body: unknown = {}): Promise<string> {
  const made = await request<{ id?: string; data?: { id?: string } }>(site, `POST ${path}`, body)
  const id = made.id ?? made.data?.id
  if (id === undefined) throw new Error(`POST ${path} answered without an id: ${JSON.stringify(made)}`)
  return id
}

// Several kinds of records are stored at the same time; more would only wait in the node.
const LANES = 3

export async function forEach<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries()
  const lane = async () => {
    for (const [index, item] of left) await work(item, index)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
