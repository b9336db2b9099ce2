// The steps of every list route: read the paging fields of the query, check the cursor, read a page, count if requested,
// and wrap the result. A route only says where the rows come from and how to show one.
import type { Db, Trx } from '../../db/client.ts'
import type { Page } from '../../db/page.ts'
import type { ProjectId } from '../../ids.ts'
import { NEWEST_FIRST } from '../../record-sorts.values.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { createCursors } from './cursors.ts'
import { list, numberedList } from './envelope.ts'
import type { ListAnswer, NumberedListAnswer } from './envelope.ts'

type PagingQuery = { limit: number; cursor?: string | undefined; total: boolean }

type ListRequest<Query extends PagingQuery> = { db: Db | Trx; projectId: ProjectId; query: Query }

/** The input for reading a page. */
type PageRequest<Query extends PagingQuery> = {
  projectId: ProjectId
  /** The query without the paging fields. */
  filter: Omit<Query, keyof PagingQuery>
  limit: number
  /** The key of the last row of the previous page. */
  before: string | undefined
}

/** Either two statements, or one that answers both. */
type Source<Query extends PagingQuery, Row> =
  | {
      page(db: Db | Trx, pageRequest: PageRequest<Query>): Promise<Page<Row>>
      count(db: Db | Trx, pageRequest: PageRequest<Query>): Promise<number>
    }
  | {
      pageAndTotal(
        db: Db | Trx,
        pageRequest: PageRequest<Query> & { isTotalWanted: boolean },
      ): Promise<{ page: Page<Row>; total: number | null }>
    }

/** The sort key of the list, which a cursor contains. Defaults to the id, where there is one. */
type SortKey<Row> = Row extends { id: string }
  ? { keyOf?: (row: Row) => string }
  : { keyOf: (row: Row) => string }

type ListOptions<Name extends string, Query extends PagingQuery, Row, Item> = Source<Query, Row> &
  SortKey<Row> & {
    /** The plural name of the items in the response. */
    name: Name
    /** The record that the list belongs to, where several have one: a cursor of another one is refused. */
    owner?: string
    item: (row: Row) => Item
  }

export type Listing = <Name extends string, Query extends PagingQuery, Row, Item>(
  request: ListRequest<Query>,
  options: ListOptions<Name, Query, Row, Item>,
) => Promise<ListAnswer<Name, Item>>

export function createListing(secrets: Secrets): Listing {
  const cursors = createCursors(secrets)
  return async ({ db, projectId, query }, options) => {
    const { limit, cursor, total: isTotalWanted, ...filter } = query
    const listName = [options.name, options.owner, orderOf(filter)].filter(Boolean).join(' ')
    const before = cursors.decode(listName, projectId, cursor)
    const pageRequest = { projectId, filter, limit, before }
    const { page, total } =
      'pageAndTotal' in options
        ? await options.pageAndTotal(db, { ...pageRequest, isTotalWanted })
        : {
            page: await options.page(db, pageRequest),
            total: isTotalWanted ? await options.count(db, pageRequest) : null,
          }
    const keyOf = options.keyOf ?? idOf
    return list(options.name, {
      page,
      total,
      item: options.item,
      cursorOf: (row) => cursors.encode(listName, projectId, keyOf(row)),
    })
  }
}

type NumberedQuery = PagingQuery & { page: number; pageSize?: number | undefined }

type NumberedPageRequest<Query extends NumberedQuery> = Omit<PageRequest<Query>, 'filter'> & {
  filter: Omit<Query, keyof NumberedQuery>
  /** Rows before the page, if it is requested by number. A cursor takes precedence. */
  offset: number
}

type NumberedOptions<Name extends string, Query extends NumberedQuery, Row, Item> = {
  name: Name
  page: (db: Db | Trx, pageRequest: NumberedPageRequest<Query>) => Promise<Page<Row>>
  /** The total, and how many rows precede the page that begins after `before`. */
  count: (db: Db | Trx, pageRequest: NumberedPageRequest<Query>) => Promise<{ total: number; passed: number }>
  keyOf: (row: Row) => string
  item: (row: Row) => Item
}

export type NumberedListing = <Name extends string, Query extends NumberedQuery, Row, Item>(
  request: ListRequest<Query>,
  options: NumberedOptions<Name, Query, Row, Item>,
) => Promise<NumberedListAnswer<Name, Item>>

/** Lists whose pages have numbers too. */
export function createNumberedListing(secrets: Secrets): NumberedListing {
  const cursors = createCursors(secrets)
  return async ({ db, projectId, query }, { name, page: readPage, count, keyOf, item }) => {
    const { limit, cursor, total: isTotalWanted, page: number, pageSize, ...filter } = query
    const size = pageSize ?? limit
    const listName = [name, orderOf(filter)].filter(Boolean).join(' ')
    const before = cursors.decode(listName, projectId, cursor)
    const pageRequest = { projectId, filter, limit: size, before, offset: (number - 1) * size }
    const page = await readPage(db, pageRequest)
    const { total, passed } = await count(db, pageRequest)
    return numberedList(name, {
      page,
      number: before === undefined ? number : Math.floor(passed / size) + 1,
      size,
      total: isTotalWanted ? total : null,
      item,
      cursorOf: (row) => cursors.encode(listName, projectId, keyOf(row)),
    })
  }
}

/** The order of the list, if it is not the usual one: a cursor of another order is refused. */
const orderOf = (filter: object): string | undefined =>
  'sort' in filter && filter.sort !== NEWEST_FIRST ? String(filter.sort) : undefined

/** The type of the options requires `keyOf` where a row has no id. */
const idOf = (row: unknown): string => (row as { id: string }).id
