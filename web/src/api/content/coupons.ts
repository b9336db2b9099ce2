import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  CouponCodeList,
  CouponCodesAdded,
  CouponCode as CouponCodeSchema,
  CouponListCreate,
  CouponLists,
  CouponList as CouponListSchema,
} from '../../../../src/features/coupons/coupons.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type CouponList = z.infer<typeof CouponListSchema>
export type CouponCode = z.infer<typeof CouponCodeSchema>

export const couponListsQuery = (api: ProjectApi) =>
  listOptions<z.infer<typeof CouponLists>>(api, '/coupon-lists')

// As many as a project can have, and the largest page of the API.
const MOST_LISTS = 100

/** The keys of all lists. */
export const couponKeysQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/coupon-lists', 'keys'] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_LISTS, total: false }
      const { couponLists } = await api.get<z.infer<typeof CouponLists>>('/coupon-lists', { query, signal })
      return couponLists.map(({ key }) => key)
    },
    staleTime: 30_000,
  })

export const couponListQuery = (api: ProjectApi, id: string) =>
  recordOptions<CouponList>(api, ['/coupon-lists', id])

export const couponCodesQuery = (
  api: ProjectApi,
  id: string,
  filter: { status?: CouponCode['status'] | undefined; search?: string | undefined } = {},
) => listOptions<z.infer<typeof CouponCodeList>>(api, `/coupon-lists/${id}/codes`, filter)

export const createCouponList = (api: ProjectApi, list: z.input<typeof CouponListCreate>) =>
  api.post<CouponList>('/coupon-lists', list)

export const renameCouponList = (api: ProjectApi, id: string, name: string) =>
  api.patch<CouponList>(`/coupon-lists/${id}`, { name })

export const deleteCouponList = (api: ProjectApi, id: string) => api.delete<undefined>(`/coupon-lists/${id}`)

export const addCouponCodes = (api: ProjectApi, id: string, codes: readonly string[]) =>
  api.post<z.infer<typeof CouponCodesAdded>>(`/coupon-lists/${id}/codes`, { codes })
