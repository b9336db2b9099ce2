import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { couponKeysQuery } from '../../api/content/coupons.ts'
import { useProject } from '../../app/use-project.ts'
import { BUILT_IN_VARIABLES } from '../field-picker/liquid-of.ts'

/** Contact data with these names needs the prefix `data.`. */
const RESERVED_NAMES = new Set([...BUILT_IN_VARIABLES, 'contact', 'data', 'coupons'])
const nameOf = (key: string) => (RESERVED_NAMES.has(key) ? `data.${key}` : key)

/** The variables of this project, contact data first. */
export function useVariables(): readonly string[] {
  const { api } = useProject()
  const { data } = useQuery(contactFieldsQuery(api))
  const { data: lists } = useQuery(couponKeysQuery(api))
  return useMemo(
    () => [
      ...(data?.fields.map(({ key }) => nameOf(key)) ?? []),
      ...BUILT_IN_VARIABLES,
      ...(lists?.map((key) => `coupons.${key}`) ?? []),
    ],
    [data, lists],
  )
}
