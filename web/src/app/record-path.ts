// Where the page of a record is, by what kind of record it is: for what the server names by kind and id.

const FOLDERS = {
  contact: 'contacts',
  email: 'emails',
  template: 'templates',
  domain: 'domains',
  campaign: 'campaigns',
  segment: 'segments',
  workflow: 'workflows',
  webhook: 'webhooks',
} as const

export type RecordKind = keyof typeof FOLDERS

/** Where the API has records of this kind. */
export const apiPathOf = (kind: RecordKind) => `/${FOLDERS[kind]}` as const

/** The type is that of any page: the router finds the right one by the path itself. */
export const recordPath = (projectId: string, { kind, id }: { kind: RecordKind; id: string }): '/app' =>
  `/app/p/${projectId}/${FOLDERS[kind]}/${id}` as '/app'

/** The page with the list of them. */
export const listPath = (projectId: string, kind: RecordKind): '/app' =>
  `/app/p/${projectId}/${FOLDERS[kind]}` as '/app'
