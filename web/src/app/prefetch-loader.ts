import type { QueryClient } from '@tanstack/react-query'
import { projectApi } from '../api/client/client.ts'
import type { ProjectApi } from '../api/client/client.ts'
import { onlyIfMissing } from '../api/client/lists.ts'
import type { ListOptions, ListPage } from '../api/client/lists.ts'

type LoaderContext = {
  context: { queryClient: QueryClient }
  params: { projectId: string }
  location: { searchStr: string }
}

/**
 * The loader of a page in the sidebar: fetches its data while its code loads. Only without filters, as the links of the sidebar
 * have none; with filters, the page fetches by itself.
 */
export const prefetchLoader =
  (prefetch: (queryClient: QueryClient, api: ProjectApi) => void) =>
  ({ context: { queryClient }, params: { projectId }, location: { searchStr } }: LoaderContext): void => {
    if (searchStr === '') prefetch(queryClient, projectApi(projectId))
  }

/** For a page that needs only its list. */
export const listLoader = <T extends ListPage>(listQuery: (api: ProjectApi) => ListOptions<T>) =>
  prefetchLoader((client, api) => void client.prefetchInfiniteQuery(onlyIfMissing(listQuery(api))))
