import { describe, expect, it } from 'vitest'
import type { Db, Trx } from '../../db/client.ts'
import type { ProjectId } from '../../ids.ts'
import { createSecrets } from '../../secrets/secrets.ts'
import { createListing } from './listing.ts'

const listing = createListing(createSecrets('k'.repeat(32)))
const projectId = 'p' as ProjectId
const db = {} as Db

type Row = { id: string; name: string }
const ROWS: Row[] = ['e', 'd', 'c', 'b', 'a'].map((id) => ({ id, name: `row ${id}` }))

/** Rows in falling order of their ids, as the tables have them. */
function readPage(_db: Db | Trx, { before, limit }: { before: string | undefined; limit: number }) {
  const rest = ROWS.filter(({ id }) => before === undefined || id < before)
  return Promise.resolve({ rows: rest.slice(0, limit), hasMore: rest.length > limit })
}

function letters(query: { limit: number; cursor?: string; total: boolean }, owner?: string) {
  return listing(
    { db, projectId, query },
    {
      name: 'letters',
      ...(owner !== undefined && { owner }),
      page: readPage,
      count: () => Promise.resolve(ROWS.length),
      item: ({ name }: Row) => name,
    },
  )
}

describe('a listing', () => {
  it('goes through all pages by the cursor of the page before', async () => {
    const first = await letters({ limit: 2, total: true })
    expect(first).toEqual({
      letters: ['row e', 'row d'],
      cursor: expect.any(String) as unknown,
      hasMore: true,
      total: 5,
    })
    const second = await letters({ limit: 2, total: false, cursor: first.cursor ?? '' })
    expect(second).toMatchObject({ letters: ['row c', 'row b'], total: null })
    const last = await letters({ limit: 2, total: false, cursor: second.cursor ?? '' })
    expect(last).toEqual({ letters: ['row a'], cursor: null, hasMore: false, total: null })
  })

  it('hands on the query without its paging fields', async () => {
    const answer = await listing(
      { db, projectId, query: { limit: 3, total: true, search: 'x' } },
      {
        name: 'letters',
        pageAndTotal: (_db, asked) => {
          expect(asked).toEqual({
            projectId,
            limit: 3,
            before: undefined,
            filter: { search: 'x' },
            isTotalWanted: true,
          })
          return Promise.resolve({ page: { rows: [{ version: 7 }], hasMore: true }, total: 9 })
        },
        item: ({ version }) => version,
        keyOf: ({ version }) => String(version),
      },
    )
    expect(answer).toMatchObject({ letters: [7], hasMore: true, total: 9 })
  })

  it("refuses the cursor of another owner's list", async () => {
    const { cursor } = await letters({ limit: 2, total: false }, 'one')
    await expect(letters({ limit: 2, total: false, cursor: cursor ?? '' }, 'one')).resolves.toBeDefined()
    await expect(letters({ limit: 2, total: false, cursor: cursor ?? '' }, 'two')).rejects.toThrow(
      'The cursor cannot be read',
    )
  })
})
