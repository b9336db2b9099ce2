// Where the page of a record is, by what kind of record it is: for what the server names by kind and id.

const FOLDERS = {
  contact: 'contacts',
  email: 'emails',
  template: 'templates',
  domain: 'domains',
  campaign: 'campaigns',
  segment: 'segments',
  workflow: 'workflows',
} as const

export type RecordKind = keyof typeof FOLDERS

/** The type is that of any page: the router finds the right one by the path itself. */
export const recordPath = (projectId: string, { kind, id }: { kind: RecordKind; id: string }): '/app' =>
  `/app/p/${projectId}/${FOLDERS[kind]}/${id}` as '/app'
