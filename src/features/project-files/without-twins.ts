import type { LoadedRecords, StoredRecord } from './file-kind.ts'
import type { KindName } from './project-files.schema.ts'

type Twins<Fields extends object> = {
  kind: KindName
  reason: string
  /** Whether the first of several records with the same file name keeps it. */
  keepsFirst: (record: StoredRecord<Fields>) => boolean
}

/** Records with the same file name cannot both be files. */
export function withoutTwins<Fields extends object>(
  records: readonly StoredRecord<Fields>[],
  { kind, reason, keepsFirst }: Twins<Fields>,
): LoadedRecords<Fields> {
  const groups = [...Map.groupBy(records, ({ stem }) => stem).values()]
  const kept = groups.map((group) => {
    const [first] = group
    return first && (group.length === 1 || keepsFirst(first)) ? [first] : []
  })
  const skipped = groups.flatMap((group, index) =>
    group.slice(kept[index]?.length ?? 0).map(({ id, stem, name }) => ({ kind, id, stem, name, reason })),
  )
  return { records: kept.flat(), skipped }
}
