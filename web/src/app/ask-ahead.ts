import type { QueryClient } from '@tanstack/react-query'
import { projectApi } from '../api/client/client.ts'
import type { ProjectApi } from '../api/client/client.ts'

type Entered = {
  context: { queryClient: QueryClient }
  params: { projectId: string }
  location: { searchStr: string }
}

/**
 * The loader of a page in the bar: asks for what it shows while its code is on the way. Only without filters, as links of the bar are;
 * with them, the page asks by itself.
 */
export const askAhead =
  (ask: (queryClient: QueryClient, api: ProjectApi) => void) =>
  ({ context: { queryClient }, params: { projectId }, location: { searchStr } }: Entered): void => {
    if (searchStr === '') ask(queryClient, projectApi(projectId))
  }
