import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isAtLeast } from '../../../src/platform/access/member-role.values.ts'
import type { Account, Role } from '../api/accounts/account.ts'
import { projectApi } from '../api/client/client.ts'
import type { ProjectApi } from '../api/client/client.ts'

const route = getRouteApi('/signed-in/app/p/$projectId')

type ProjectContext = {
  api: ProjectApi
  account: Account
  project: Account['projects'][number]
  /** For hiding actions that the API would refuse. */
  may: (needed: Role) => boolean
}

export function useProject(): ProjectContext {
  const { account, project } = route.useRouteContext()
  const { id, role } = project
  const api = useMemo(() => projectApi(id), [id])
  return { api, account, project, may: (needed) => isAtLeast(role, needed) }
}
