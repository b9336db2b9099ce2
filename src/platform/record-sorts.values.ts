// The orders of lists: of records that have a name, of contacts and suppressions, and of emails. A hyphen reverses the order.

export const RECORD_SORTS = ['createdAt', '-createdAt', 'name', '-name', 'updatedAt', '-updatedAt'] as const
export type RecordSort = (typeof RECORD_SORTS)[number]

export const CONTACT_SORTS = ['createdAt', '-createdAt', 'email', '-email'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]

/** Lists of records whose last change is not stored, such as keys and members. */
export const NAME_SORTS = ['createdAt', '-createdAt', 'name', '-name'] as const
export type NameSort = (typeof NAME_SORTS)[number]

/** Lists that are long, or that only time can order, such as emails and the audit log. */
export const TIME_SORTS = ['createdAt', '-createdAt'] as const
export type TimeSort = (typeof TIME_SORTS)[number]

/** Newest first, the order of every list that names no other. */
export const NEWEST_FIRST = '-createdAt'
