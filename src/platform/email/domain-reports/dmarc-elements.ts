// The elements of an aggregate report that are read, as a tree: an element is found by its name below the one around it, so
// everything below an element that is not known is skipped without a look at its path.

export const METADATA = 'feedback/report_metadata'
export const POLICY = 'feedback/policy_published'
export const RECORD = 'feedback/record'
export const DKIM_RESULT = `${RECORD}/auth_results/dkim`
export const SPF_RESULT = `${RECORD}/auth_results/spf`
export const POLICY_FIELDS = ['p', 'sp', 'np', 'adkim', 'aspf', 'pct', 'testing'] as const

/** The elements whose texts belong together; those of a result are not those of its record. */
const CONTAINERS = [METADATA, POLICY, DKIM_RESULT, SPF_RESULT, RECORD] as const
export type Container = (typeof CONTAINERS)[number]

/** The texts of a container that are read, by the path of their element in it. */
const FIELDS: Record<Container, readonly string[]> = {
  [METADATA]: ['org_name', 'report_id', 'date_range/begin', 'date_range/end'],
  [POLICY]: ['domain', ...POLICY_FIELDS],
  [RECORD]: [
    ...['source_ip', 'count'].map((name) => `row/${name}`),
    ...['disposition', 'dkim', 'spf'].map((name) => `row/policy_evaluated/${name}`),
    'identifiers/header_from',
  ],
  [DKIM_RESULT]: ['domain', 'selector', 'result'],
  [SPF_RESULT]: ['domain', 'selector', 'result'],
}

export type ReportElement = {
  path: string
  /** Only elements whose text is read have one. */
  field?: { container: Container; name: string }
  children: Map<string, ReportElement>
}

/** Stands around the root. */
export const DOCUMENT: ReportElement = { path: '', children: new Map() }

for (const container of CONTAINERS) {
  for (const name of FIELDS[container]) elementAt(`${container}/${name}`).field = { container, name }
}

function elementAt(path: string): ReportElement {
  let element = DOCUMENT
  for (const name of path.split('/')) {
    const child = element.children.get(name) ?? {
      path: element === DOCUMENT ? name : `${element.path}/${name}`,
      children: new Map(),
    }
    element.children.set(name, child)
    element = child
  }
  return element
}
