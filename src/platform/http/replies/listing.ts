// What every list route does: read the paging fields of the query, check the cursor, read a page, count if that was asked
// for, and wrap it all up. A route says only where the rows come from and how one of them looks.
import type { Page } from '../../db/page.ts'
import type { ProjectId } from '../../ids.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { createCursors } from './cursors.ts'
import { list, numberedList } from './envelope.ts'
import type { ListAnswer, NumberedListAnswer } from './envelope.ts'

type PagingQuery = { limit: number; cursor?: string | undefined; total: boolean }

type ListRequest<Query extends PagingQuery> = { projectId: ProjectId; query: Query }

/** What a page is read by. */
type Asked<Query extends PagingQuery> = {
  projectId: ProjectId
  /** The query without the paging fields. */
  filter: Omit<Query, keyof PagingQuery>
  limit: number
  /** The key of the last row of the page before. */
  before: string | undefined
}

/** Either two statements, or one that answers both. */
type Source<Query extends PagingQuery, Row> =
  | { page(asked: Asked<Query>): Promise<Page<Row>>; count(asked: Asked<Query>): Promise<number> }
  | {
      pageAndTotal(
        asked: Asked<Query> & { isTotalWanted: boolean },
      ): Promise<{ page: Page<Row>; total: number | null }>
    }

/** What the list is sorted by, and so what a cursor holds. The id, where there is one. */
type Sorting<Row> = Row extends { id: string }
  ? { keyOf?: (row: Row) => string }
  : { keyOf: (row: Row) => string }

type ListOptions<Name extends string, Query extends PagingQuery, Row, Item> = Source<Query, Row> &
  Sorting<Row> & {
    /** The plural under which the items stand in the answer. */
    name: Name
    /** Whose list it is, where each of several records has one: a cursor of another's is refused. */
    owner?: string
    item: (row: Row) => Item
  }

export type Listing = <Name extends string, Query extends PagingQuery, Row, Item>(
  request: ListRequest<Query>,
  options: ListOptions<Name, Query, Row, Item>,
) => Promise<ListAnswer<Name, Item>>

export function createListing(secrets: Secrets): Listing {
  const cursors = createCursors(secrets)
  return async ({ projectId, query }, options) => {
    const { limit, cursor, total: isTotalWanted, ...filter } = query
    const listName = options.owner === undefined ? options.name : `${options.name} ${options.owner}`
    const before = cursors.decode(listName, projectId, cursor)
    const asked = { projectId, filter, limit, before }
    const { page, total } =
      'pageAndTotal' in options
        ? await options.pageAndTotal({ ...asked, isTotalWanted })
        : {
            page: await options.page(asked),
            total: isTotalWanted ? await options.count(asked) : null,
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

type NumberedAsked<Query extends NumberedQuery> = Omit<Asked<Query>, 'filter'> & {
  filter: Omit<Query, keyof NumberedQuery>
  /** Rows before the page, where it is asked for by its number. A cursor wins. */
  offset: number
}

type NumberedOptions<Name extends string, Query extends NumberedQuery, Row, Item> = {
  name: Name
  page: (asked: NumberedAsked<Query>) => Promise<Page<Row>>
  /** How many there are, and how many of them lie before the page that begins behind `before`. */
  count: (asked: NumberedAsked<Query>) => Promise<{ total: number; passed: number }>
  keyOf: (row: Row) => string
  item: (row: Row) => Item
}

export type NumberedListing = <Name extends string, Query extends NumberedQuery, Row, Item>(
  request: ListRequest<Query>,
  options: NumberedOptions<Name, Query, Row, Item>,
) => Promise<NumberedListAnswer<Name, Item>>

/** The same for lists whose pages have numbers too. */
export function createNumberedListing(secrets: Secrets): NumberedListing {
  const cursors = createCursors(secrets)
  return async ({ projectId, query }, { name, page: readPage, count, keyOf, item }) => {
    const { limit, cursor, total: isTotalWanted, page: number, pageSize, ...filter } = query
    const size = pageSize ?? limit
    const before = cursors.decode(name, projectId, cursor)
    const asked = { projectId, filter, limit: size, before, offset: (number - 1) * size }
    const page = await readPage(asked)
    const { total, passed } = await count(asked)
    return numberedList(name, {
      page,
      number: before === undefined ? number : Math.floor(passed / size) + 1,
      size,
      total: isTotalWanted ? total : null,
      item,
      cursorOf: (row) => cursors.encode(name, projectId, keyOf(row)),
    })
  }
}

/** The type of the options asks for `keyOf` where a row has no id. */
const idOf = (row: unknown): string => (row as { id: string }).id
