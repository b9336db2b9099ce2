import { isDeepStrictEqual } from 'node:util'
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { SegmentId } from '../../../platform/ids.ts'
import { changeSegment, createSegment, listSegments, removeSegment } from '../../segments/index.ts'
import type { SegmentRow } from '../../segments/index.ts'
import { SegmentCreate } from '../../segments/segments.schema.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import { referenceKey } from '../file-kind.ts'
import type {
  FileKind,
  LoadedRecords,
  RecordFiles,
  SaveContext,
  SkippedRecord,
  StoredRecord,
  Tenant,
} from '../file-kind.ts'
import { pathOf, stemOfName } from '../file-names.ts'
import { checkFields, fileProblem, readJsonFile, refuseUnknown } from '../read-fields.ts'
import { theFile } from '../the-file.ts'
import { withoutTwins } from '../without-twins.ts'
import { idsIn, referencesIn, toApiFilter, toFileFilter } from './segment-filter.ts'
import type { Names, Reference } from './segment-filter.ts'
import { templateKind } from './template-files.service.ts'

type Fields = {
  name: string
  description: string | null
  type: 'DYNAMIC' | 'STATIC'
  /** With names in place of ids. */
  filters: FilterTree | null
}

const KNOWN = ['name', 'description', 'type', 'filters']
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

async function loadSegments(db: Db | Trx, tenant: Tenant): Promise<LoadedRecords<Fields>> {
  const rows = await listAll(db, tenant)
  const { records, skipped } = withoutTwins(rows.map(toRecord), {
    kind: 'segment',
    reason: 'Another segment has the same file name. Rename one of them.',
    keepsFirst: () => false,
  })
  const { records: templates } = await templateKind.load(db, tenant)
  const names = {
    segments: new Map(records.map(({ id, name }) => [id, name])),
    templates: new Map(templates.map(({ id, stem }) => [id, stem])),
  }
  return withFileFilters(records, { names, skipped })
}

const toRecord = (row: SegmentRow): StoredRecord<Fields> => ({
  id: row.id,
  stem: stemOfName(row.name),
  name: row.name,
  updatedAt: row.updated_at,
  isTracked: row.is_tracked,
  fields: { name: row.name, description: row.description, type: row.type, filters: row.filters },
})

function withFileFilters(
  records: readonly StoredRecord<Fields>[],
  { names, skipped }: { names: Names; skipped: readonly SkippedRecord[] },
): LoadedRecords<Fields> {
  const loaded: LoadedRecords<Fields> = { records: [], skipped: [...skipped] }
  for (const record of records) {
    const { id, stem, name, fields } = record
    const filters = fields.filters && toFileFilter(fields.filters, names)
    if (typeof filters === 'string') loaded.skipped.push({ kind: 'segment', id, stem, name, reason: filters })
    else loaded.records.push({ ...record, fields: { ...fields, filters } })
  }
  return loaded
}

/** Any id, to check the form of a filter. */
const SOME_ID = '00000000-0000-7000-8000-000000000000'

function parseSegment(files: RecordFiles): Fields {
  const file = theFile(files, ['.jsonc'])
  const { path } = file
  const given = readJsonFile(file)
  refuseUnknown(given, { path, known: KNOWN })
  const tree = given['filters'] as FilterTree | null | undefined
  const isWalkable = hasTreeForm(tree)
  for (const field of isWalkable ? idsIn(tree) : []) {
    throw fileProblem(path, {
      field,
      message: 'must not be an id, which other installations do not have; name a template with "template"',
    })
  }
  const asApi = isWalkable ? { ...given, filters: toApiFilter(tree, () => SOME_ID) } : given
  const { name, description = null, type } = checkFields(SegmentCreate, asApi, path)
  if (stemOfName(name) !== files.stem) {
    const expected = pathOf('segment', stemOfName(name), '.jsonc')
    throw fileProblem(path, {
      field: 'name',
      message: `belongs to ${expected}: rename the file, or change the name`,
    })
  }
  return { name, description, type: type ?? 'DYNAMIC', filters: tree ?? null }
}

const DEEPEST = 10

/** Whether the conditions can be walked through; the schema says what is wrong otherwise. */
function hasTreeForm(node: unknown, depth = 0): node is FilterTree {
  if (typeof node !== 'object' || node === null || depth > DEEPEST) return false
  const { conditions } = node as { conditions?: unknown }
  if (!Array.isArray(conditions)) return false
  return conditions.every(
    (one: unknown) =>
      typeof one === 'object' &&
      one !== null &&
      !Array.isArray(one) &&
      (!('conditions' in one) || hasTreeForm(one, depth + 1)),
  )
}

export const segmentKind: FileKind<Fields> = {
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
      ? referencesIn(filters).flatMap(({ kind, name }) => (kind === 'segment' ? stemOfName(name) : []))
      : [],
  settle({ stem, fields, before }) {
    if (!before) return fields
    const path = pathOf('segment', stem, '.jsonc')
    if (before.fields.type !== fields.type) {
      throw fileProblem(path, {
        field: 'type',
        message: `cannot change: the segment is ${before.fields.type}`,
      })
    }
    // Tracking starts over with a new filter, which waits for all transactions that are writing, and this is one of them.
    if (before.isTracked && !isDeepStrictEqual(before.fields.filters, fields.filters)) {
      throw fileProblem(path, { field: 'filters', message: TRACKED })
    }
    return fields
  },
  async save(context, { fields, before }) {
    const { late, projectId, filters, now, source, ids } = context
    const tools = { filters, now, isCountedLater: true }
    const tree = fields.filters && withIds(fields.filters, ids)
    const { name, description, type } = fields
    if (!before) {
      const created = { name, description, type, filters: tree }
      return (await createSegment(late, { projectId, fields: created, source, ...tools })).id
    }
    const isSame = isDeepStrictEqual(fields.filters, before.fields.filters)
    const patch = { name, description, ...(!isSame && tree && { filters: tree }) }
    return (await changeSegment(late, { projectId, segmentId: before.id as SegmentId, patch, ...tools })).id
  },
  remove: ({ trx, projectId }, { id }) => removeSegment(trx, { projectId, segmentId: id as SegmentId }),
}

/** @throws AppError that names the references without a record */
function withIds(tree: FilterTree, ids: SaveContext['ids']): FilterTree {
  const keyOf = ({ kind, name }: Omit<Reference, 'field'>) => referenceKey(kind, name)
  const missing = referencesIn(tree).filter((one) => !ids.has(keyOf(one)))
  if (missing.length > 0) throw invalidFields(...missing.map(unknownReference))
  return toApiFilter(tree, (reference) => ids.get(keyOf(reference)) ?? '')
}

const TRACKED =
  'cannot be changed by files while the segment has trackMembership: change them in the dashboard or with PATCH /segments/{id}, and pull'

const LONGEST_SHOWN = 100

const unknownReference = ({ kind, name, field }: Reference) => ({
  field,
  message:
    kind === 'segment'
      ? `names the segment "${name.slice(0, LONGEST_SHOWN)}", which neither the project nor the folder has; write its name, not its id`
      : `names the template "${name.slice(0, LONGEST_SHOWN)}", which neither the project nor the folder has; write its alias`,
  code: 'custom' as const,
})
