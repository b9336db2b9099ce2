import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { keysByUse, shownKeys, shownParam } from './shown-keys.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

export type ChosenKeys = ReturnType<typeof useChosenKeys>

/** The data keys with a column, in the URL, so that a link shows the same table. */
export function useChosenKeys() {
  const { api } = useProject()
  const { show } = route.useSearch()
  const { change } = usePageSearch()
  const { data } = useQuery(contactFieldsQuery(api))
  const all = useMemo(() => keysByUse(data?.fields ?? []), [data])
  const keys = useMemo(() => shownKeys(all, show), [show, all])
  const choose = (chosen: string[]) => change({ show: shownParam(chosen) }, { replace: true })
  return { keys, all, choose }
}
