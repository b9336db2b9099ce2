import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { SearchResults } from '../../../../src/features/dashboard/search/search.schema.ts'
import type { EmailList } from '../../../../src/features/emails/emails.schema.ts'
import type { ProjectApi } from '../client/client.ts'

type Results = z.infer<typeof SearchResults>
export type SearchHit = Results['results'][number] & { detail?: string }

const MAX_EMAILS = 5

/** Records by the beginning of an address, part of a name or an id; and emails by their own search. */
export const searchQuery = (api: ProjectApi, text: string) =>
  queryOptions({
    queryKey: [api.projectId, '/search', text] as const,
    queryFn: async ({ signal }): Promise<SearchHit[]> => {
      const query = { search: text, limit: MAX_EMAILS, total: false }
      const [{ results }, { emails }] = await Promise.all([
        api.get<Results>('/search', { query: { q: text }, signal }),
        api.get<z.infer<typeof EmailList>>('/emails', { query, signal }),
      ])
      const known = new Set(results.map(({ id }) => id))
      const more = emails.filter(({ id }) => !known.has(id))
      return [...results, ...more.map(({ id, subject, to }) => toHit({ id, subject, to }))]
    },
  })

const toHit = ({ id, subject, to }: { id: string; subject: string; to: string }): SearchHit => ({
  kind: 'email',
  id,
  title: subject || to,
  ...(subject !== '' && { detail: to }),
})
