import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './api-error.ts'
import { isOffline } from './connection.ts'

// Going back to a page shows cached data at once, and refetches only data older than this.
const FRESH_MS = 5_000
const MAX_RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
    },
    mutations: { retry: false },
  },
})

isOffline.subscribe(() => {
  if (!isOffline.get()) void queryClient.invalidateQueries()
})
