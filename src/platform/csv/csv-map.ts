import { invalidFields } from '../errors.ts'

type MapHeadersInput<Column> = {
  /** From header to target, as given by the caller. */
  map: Record<string, string | null> | undefined
  /** `target`: the entry of the map; undefined if it does not name the header. */
  toColumn: (header: string, target: string | null | undefined) => Column | null
}

/** The meaning of each column. Refuses a map with unknown headers, and a file without exactly one address column. */
export function mapHeaders<Column extends { to: string }>(
  headers: readonly string[],
  { map = {}, toColumn }: MapHeadersInput<Column>,
): (Column | null)[] {
  requireHeaders(headers, map)
  const columns = headers.map((header) =>
    toColumn(header, Object.hasOwn(map, header) ? map[header] : undefined),
  )
  const addresses = columns.filter((column) => column?.to === 'email').length
  if (addresses !== 1) {
    const problem = addresses === 0 ? 'has no column "email"' : 'has more than one column for the address'
    throw invalidFields({
      field: 'map',
      message: `the file ${problem}; its columns are: ${listed(headers)}. Name the address column with map={"<header>":"email"}`,
      code: addresses === 0 ? 'required' : 'custom',
    })
  }
  return columns
}

function requireHeaders(headers: readonly string[], map: Record<string, unknown>): void {
  const missing = Object.keys(map).filter((header) => !headers.includes(header))
  if (missing.length === 0) return
  throw invalidFields(
    ...missing.map((header) => ({
      field: `map.${header}`,
      message: `the file has no column "${header}"; it has: ${listed(headers)}`,
      code: 'custom' as const,
    })),
  )
}

const listed = (headers: readonly string[]) =>
  headers
    .slice(0, 20)
    .map((header) => `"${header.slice(0, 50)}"`)
    .join(', ')
