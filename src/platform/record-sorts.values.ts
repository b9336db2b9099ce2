// The orders of lists: of records that have a name, and of contacts. A hyphen reverses the order.

export const RECORD_SORTS = ['createdAt', '-createdAt', 'name', '-name', 'updatedAt', '-updatedAt'] as const
export type RecordSort = (typeof RECORD_SORTS)[number]

export const CONTACT_SORTS = ['createdAt', '-createdAt', 'email', '-email'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]

/** Newest first, the order of every list that names no other. */
export const NEWEST_FIRST = '-createdAt'
