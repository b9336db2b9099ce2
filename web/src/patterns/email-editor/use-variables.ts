import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contactFieldsQuery } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'

/** What every email can use, besides the data of the contact. */
const OWN_VARIABLES = [
  'email',
  'id',
  'subscribed',
  'contact.email',
  'contact.id',
  'contact.subscribed',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  'browserUrl',
  'lm_postal_address',
]

/** Data of contacts whose bare name is taken. */
const TAKEN_NAMES = new Set([...OWN_VARIABLES, 'contact', 'data'])
const nameOf = (key: string) => (TAKEN_NAMES.has(key) ? `data.${key}` : key)

/** Names that an email of this project can use: first those of its contacts. */
export function useVariables(): readonly string[] {
  const { api } = useProject()
  const { data } = useQuery(contactFieldsQuery(api))
  return useMemo(() => [...(data?.fields.map(({ key }) => nameOf(key)) ?? []), ...OWN_VARIABLES], [data])
}
