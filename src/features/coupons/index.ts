export { listCouponKeys, listCouponListsByKey } from './coupons.queries.ts'
export type { CouponListRow } from './coupons.queries.ts'
export { giveCoupons, giveCouponsOrFail } from './give-coupons.service.ts'
export type { CouponEmail, CouponFailure } from './give-coupons.service.ts'
