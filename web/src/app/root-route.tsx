import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { CrashPage, NotFoundPage } from './system-pages.tsx'

/** Outside of the shell, which has the <main> element. */
const RootNotFound = () => (
  <main className="min-h-dvh">
    <NotFoundPage />
  </main>
)
const RootCrash = (props: ErrorComponentProps) => (
  <main className="min-h-dvh">
    <CrashPage {...props} />
  </main>
)

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: RootNotFound,
  errorComponent: RootCrash,
})
