import { isDeepStrictEqual } from 'node:util'
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { SegmentId } from '../../../platform/ids.ts'
import { changeSegment, createSegment, listSegments, removeSegment } from '../../segments/index.ts'
import type { SegmentRow } from '../../segments/index.ts'
import { SegmentCreate } from '../../segments/segments.schema.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import type { FileKind, LoadedRecords, RecordFiles, StoredRecord, Tenant } from '../file-kind.ts'
import { pathOf, requireStem, stemOfName } from '../file-names.ts'
import { checkFields, fileProblem, readJsonFile, refuseIds, refuseUnknown } from '../read-fields.ts'
import { idsBy, requireReferences } from '../references.ts'
import { theFile } from '../the-file.ts'
import { withoutTwins } from '../without-twins.ts'
import { hasTreeForm, idsIn, referencesIn, toApiFilter, toFileFilter } from './file-filter.ts'
import { segmentEffects } from './segment-effects.service.ts'
import type { SegmentFields } from './segment-effects.service.ts'

const KNOWN = ['name', 'description', 'type', 'trackMembership', 'filters']
const PAGE = 100

async function listAll(db: Db | Trx, { projectId }: Tenant): Promise<SegmentRow[]> {
  const all: SegmentRow[] = []
  let before: string | undefined
  for (;;) {
    const page = await listSegments(db, { projectId, filter: { sort: 'createdAt' }, limit: PAGE, before })
    all.push(...page.rows)
    before = page.rows.at(-1)?.id
    if (!page.hasMore || before === undefined) return all
  }
}

async function loadSegments(db: Db | Trx, tenant: Tenant): Promise<LoadedRecords<SegmentFields>> {
  const rows = await listAll(db, tenant)
  return withoutTwins(rows.map(toRecord), {
    kind: 'segment',
    reason: 'Another segment has the same file name. Rename one of them.',
    keepsFirst: () => false,
  })
}

const toRecord = (row: SegmentRow): StoredRecord<SegmentFields> => ({
  id: row.id,
  stem: stemOfName(row.name),
  name: row.name,
  updatedAt: row.updated_at,
  fields: {
    name: row.name,
    description: row.description,
    type: row.type,
    trackMembership: row.is_tracked,
    filters: row.filters,
  },
})

/** Any id, to check the form of a filter. */
const SOME_ID = '00000000-0000-7000-8000-000000000000'

function parseSegment(files: RecordFiles): SegmentFields {
  const file = theFile(files, ['.jsonc'])
  const { path } = file
  const given = readJsonFile(file)
  refuseUnknown(given, { path, known: KNOWN })
  const tree = given['filters'] as FilterTree | null | undefined
  const isWalkable = hasTreeForm(tree)
  if (isWalkable) refuseIds(path, idsIn(tree, 'filters'))
  const asApi = isWalkable ? { ...given, filters: toApiFilter(tree, () => SOME_ID) } : given
  const { name, description = null, type, trackMembership } = checkFields(SegmentCreate, asApi, path)
  requireStem(files, { kind: 'segment', name, path })
  return {
    name,
    description,
    type: type ?? 'DYNAMIC',
    trackMembership: trackMembership ?? false,
    filters: tree ?? null,
  }
}

export const segmentKind: FileKind<SegmentFields> = {
  name: 'segment',
  label: 'segment',
  load: loadSegments,
  print: ({ stem, fields }) => [
    { path: pathOf('segment', stem, '.jsonc'), text: printCommentedJson(fields) },
  ],
  parse: parseSegment,
  nameOf: ({ name }) => name,
  referredAs: ({ name }) => name,
  needs: ({ filters }) =>
    filters
      ? referencesIn(filters, 'filters').flatMap(({ kind, name }) =>
          kind === 'segment' ? stemOfName(name) : [],
        )
      : [],
  references: ({ filters }) => (filters ? referencesIn(filters, 'filters') : []),
  express(record, names) {
    const { filters: tree } = record.fields
    const filters = tree && toFileFilter(tree, names)
    return typeof filters === 'string' ? filters : { ...record, fields: { ...record.fields, filters } }
  },
  settle({ stem, fields, before }) {
    if (before && before.fields.type !== fields.type) {
      throw fileProblem(pathOf('segment', stem, '.jsonc'), {
        field: 'type',
        message: `cannot change: the segment is ${before.fields.type}`,
      })
    }
    return fields
  },
  async save(context, { fields, before }) {
    const { late, projectId, filters, now, source, ids } = context
    const tools = { filters, now, isPartOfMore: true }
    const { filters: written, ...others } = fields
    if (written) requireReferences(referencesIn(written, 'filters'), ids)
    const tree = written && toApiFilter(written, idsBy(ids))
    if (!before) {
      const created = { ...others, filters: tree }
      return (await createSegment(late, { projectId, fields: created, source, ...tools })).id
    }
    const { type: _, ...changed } = others
    const isSame = isDeepStrictEqual(written, before.fields.filters)
    const patch = { ...changed, ...(!isSame && tree && { filters: tree }) }
    return (await changeSegment(late, { projectId, segmentId: before.id as SegmentId, patch, ...tools })).id
  },
  effects: segmentEffects,
  remove: ({ trx, projectId }, { id }) => removeSegment(trx, { projectId, segmentId: id as SegmentId }),
}
