// Every page of a project is below /app/p/{project}: the project is in the URL, so links can be shared and two tabs can
// show two projects.
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { accountQuery } from '../api/accounts/account.ts'
import { ApiError } from '../api/client/api-error.ts'
import { rootRoute } from './root-route.tsx'
import { Shell } from './shell.tsx'
import { CrashPage, NoProjectPage, NotFoundPage } from './system-pages.tsx'

const STORAGE_KEY = 'lettermill.project'

const lastProject = {
  get(): string | null {
    try {
      return localStorage.getItem(STORAGE_KEY)
    } catch {
      return null
    }
  },
  remember(projectId: string): void {
    try {
      localStorage.setItem(STORAGE_KEY, projectId)
    } catch {
      // Without storage the first project is opened next time.
    }
  },
}

/** Redirects to the sign-in page, and back here afterwards. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    try {
      return { account: await context.queryClient.ensureQueryData(accountQuery) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
})

export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/app/p/$projectId',
  beforeLoad: ({ context: { account }, params }) => {
    const project = account.projects.find(({ id }) => id === params.projectId)
    if (!project) throw notFound()
    lastProject.remember(project.id)
    return { project }
  },
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
})

/** /app leads to the project that was used last. */
export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/app',
  beforeLoad: ({ context: { account } }) => {
    const project = account.projects.find(({ id }) => id === lastProject.get()) ?? account.projects[0]
    if (project) throw redirect({ to: '/app/p/$projectId', params: { projectId: project.id }, replace: true })
  },
  component: function Home() {
    const { account } = homeRoute.useRouteContext()
    return <NoProjectPage isOperator={account.user.isOperator} />
  },
})
