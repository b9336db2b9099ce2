// The envelopes of responses, by name. No handler spells out an envelope.
import type { z } from 'zod'
import type { Page } from '../../db/page.ts'

/** `/v1/*` and campaigns: the record under `data`. */
export const success = <T>(data: T): { success: true; data: T } => ({ success: true, data })

type ListOptions<Row, Item> = {
  page: Page<Row>
  total: number | null
  item: (row: Row) => Item
  cursorOf: (row: Row) => string
}

export type ListAnswer<Name extends string, Item> = Record<Name, Item[]> & {
  cursor: string | null
  hasMore: boolean
  total: number | null
}

/** A list: its items under their plural name, and the cursor of the next page. */
export function list<Name extends string, Row, Item>(
  name: Name,
  { page, total, item, cursorOf }: ListOptions<Row, Item>,
) {
  const last = page.rows.at(-1)
  return {
    [name]: page.rows.map(item),
    cursor: page.hasMore && last !== undefined ? cursorOf(last) : null,
    hasMore: page.hasMore,
    total,
  } as ListAnswer<Name, Item>
}

export type NumberedListAnswer<Name extends string, Item> = ListAnswer<Name, Item> & {
  page: number
  pageSize: number
  totalPages: number | null
}

type NumberedListOptions<Row, Item> = ListOptions<Row, Item> & { number: number; size: number }

/** A list whose pages have numbers too. */
export function numberedList<Name extends string, Row, Item>(
  name: Name,
  { number, size, ...options }: NumberedListOptions<Row, Item>,
): NumberedListAnswer<Name, Item> {
  const { total } = options
  return {
    ...list(name, options),
    page: number,
    pageSize: size,
    totalPages: total === null ? null : Math.ceil(total / size),
  }
}

export type Answer<Schema extends z.ZodType> = z.input<Schema>
