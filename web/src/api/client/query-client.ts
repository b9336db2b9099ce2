import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { isOffline } from './connection.ts'

// Going back to a page shows what it had at once, and asks again only if that is older than this.
const FRESH_MS = 5_000
const MOST_RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // What the server has refused, it will refuse again.
      retry: (failures, error) =>
        failures < MOST_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
    mutations: { retry: false },
  },
})

isOffline.subscribe(() => {
  if (!isOffline.get()) void queryClient.invalidateQueries()
})
