// Paths of records that the server names by kind and id.

const FOLDERS = {
  contact: 'contacts',
  email: 'emails',
  template: 'templates',
  domain: 'domains',
  transport: 'transports',
  campaign: 'campaigns',
  recurring_campaign: 'recurring-campaigns',
  segment: 'segments',
  workflow: 'workflows',
  webhook: 'webhooks',
  form: 'forms',
  couponList: 'coupon-lists',
  partial: 'partials',
  approval: 'approvals',
} as const

export type RecordKind = keyof typeof FOLDERS

export const apiPathOf = (kind: RecordKind) => `/${FOLDERS[kind]}` as const

/** The return type stands for any page: the router resolves the path itself. */
export const recordPath = (projectId: string, { kind, id }: { kind: RecordKind; id: string }): '/app' =>
  `/app/p/${projectId}/${FOLDERS[kind]}/${id}` as '/app'

export const listPath = (projectId: string, kind: RecordKind): '/app' =>
  `/app/p/${projectId}/${FOLDERS[kind]}` as '/app'
