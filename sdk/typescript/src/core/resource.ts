import type { ApiClient } from './api-client.ts'
import { unwrap } from './result.ts'
import type { Result } from './result.ts'

/** A group of operations on one client. */
export abstract class Resource {
  protected readonly client: ApiClient

  constructor(client: ApiClient) {
    this.client = client
  }
}

export type ListPage = { cursor: string | null }

/** The part of a query that says which page. */
export type PageQuery = { limit?: number; cursor?: string; total?: boolean }

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

const LARGEST_PAGE = 100

/**
 * Every record of a list, page by page, in the order of the list. A page that cannot be read throws its LettermillError.
 * Records are not counted unless the query says so: counting takes time.
 */
export async function* everyRecord<Page extends ListPage, Key extends keyof Page>(
  key: Key,
  query: PageQuery,
  readPage: (place: PageQuery) => Promise<Result<Page>>,
): AsyncGenerator<ItemOf<Page[Key]>, void, undefined> {
  const place: PageQuery = { limit: query.limit ?? LARGEST_PAGE, total: query.total ?? false }
  if (query.cursor !== undefined) place.cursor = query.cursor
  for (;;) {
    const page: Page = unwrap(await readPage(place))
    yield* page[key] as Iterable<ItemOf<Page[Key]>>
    if (page.cursor === null) return
    place.cursor = page.cursor
  }
}
