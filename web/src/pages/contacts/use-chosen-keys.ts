import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { contactFieldsQuery } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

/** Shown until somebody chooses: the keys that most contacts have. */
const DEFAULT_KEYS = 3

export type ChosenKeys = ReturnType<typeof useChosenKeys>

/** Which keys of the data have a column; in the address, so that a link shows the same table. */
export function useChosenKeys() {
  const { api } = useProject()
  const { show } = route.useSearch()
  const setSearch = route.useNavigate()
  const { data } = useQuery(contactFieldsQuery(api))
  const all = useMemo(
    () => data?.fields.toSorted((a, b) => b.count - a.count).map(({ key }) => key) ?? [],
    [data],
  )
  const keys = useMemo(
    () =>
      show === undefined ? all.slice(0, DEFAULT_KEYS) : show.split(',').filter((key) => all.includes(key)),
    [show, all],
  )
  const choose = (chosen: string[]) =>
    void setSearch({ search: (old) => ({ ...old, show: chosen.join(',') || '-' }), replace: true })
  return { keys, all, choose }
}
