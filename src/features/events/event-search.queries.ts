import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { isSearched } from '../../platform/db/like.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { EventFilter } from './event-list.queries.ts'

type AddressSearch = { projectId: ProjectId; search: string; table: string }

/** A condition on the rows of a table with contacts. Addresses belong to contacts, which know events, so it is given. */
export type IsAboutAddress = (db: Db | Trx, search: AddressSearch) => Promise<RawBuilder<boolean>>

type SearchedFilter = Omit<EventFilter, 'isFound'> & { search?: string | undefined }

type SearchedPage = { projectId: ProjectId; filter: SearchedFilter }

/** Puts the condition of a search in the place of its text. */
export const createEventSearch =
  (isAboutAddress: IsAboutAddress) =>
  async <Page extends SearchedPage>(db: Db | Trx, page: Page): Promise<Page & { filter: EventFilter }> => {
    const { search, ...filter } = page.filter
    if (!isSearched(search)) return { ...page, filter }
    const isFound = await isAboutAddress(db, { projectId: page.projectId, search, table: 'events' })
    return { ...page, filter: { ...filter, isFound } }
  }
