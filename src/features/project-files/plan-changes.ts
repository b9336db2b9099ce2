// Compares a project with its files: the changes that make it like them, and the conflicts.
import { AppError, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import { changedFields } from './changed-fields.ts'
import type { FileKind, StoredRecord } from './file-kind.ts'
import { placeOfFile, SINGLE_KINDS } from './file-names.ts'
import { recordKey } from './file-set.ts'
import type { FileRecord } from './file-set.ts'
import { KINDS } from './project-files.schema.ts'
import type { KindName } from './project-files.schema.ts'
import type { ProjectState, StateRecord } from './project-state.service.ts'

export type PlannedSave = {
  kind: KindName
  stem: string
  path: string
  name: string
  fields: object
  /** Names of the fields that differ. */
  changed: string[]
  before: StoredRecord | undefined
}
export type PlannedRemoval = { kind: KindName; path: string; record: StoredRecord }
export type Plan = { saves: PlannedSave[]; removals: PlannedRemoval[]; unchanged: number }

type Kinds = Record<KindName, FileKind>
export type Base = Readonly<Record<string, string>>

type PlanInput = {
  state: ProjectState
  files: ReadonlyMap<string, FileRecord>
  base: Base | null
  isPruning: boolean
  /** Given values of secrets, by the names of their placeholders. */
  secrets: ReadonlyMap<string, string>
  kinds: Kinds
}

/** @throws AppError CONFLICT with both sides of each record that has changed since the base */
export function planChanges({ state, files, base, isPruning, secrets, kinds }: PlanInput): Plan {
  const pulled = base && byRecord(base)
  const conflicts: FieldProblem[] = []
  const plan: Plan = { saves: [], removals: [], unchanged: 0 }
  for (const [key, file] of files) {
    const stored = state.records.get(key)
    const save = plannedSave(file, { stored, state, secrets, kinds })
    if (!save) {
      plan.unchanged += 1
      continue
    }
    const problem = conflictOf(save, { stored, pulled, key })
    if (problem) conflicts.push({ field: save.path, message: problem, code: 'custom' })
    plan.saves.push(save)
  }
  for (const [key, stored] of isPruning ? state.records : []) {
    if (files.has(key) || !kinds[stored.kind].remove) continue
    const path = stored.files[0]?.path ?? key
    if (pulled && !isAsPulled(stored, pulled.get(key))) {
      conflicts.push({
        field: path,
        message: `the folder does not have it, and the project has added or changed it${since(stored)}`,
        code: 'custom',
      })
    }
    plan.removals.push({ kind: stored.kind, path, record: stored.record })
  }
  if (conflicts.length > 0) throw conflict(conflicts)
  return { ...plan, saves: inOrder(plan.saves, kinds), removals: removalOrder(plan.removals, kinds) }
}

type SaveInput = Pick<PlanInput, 'state' | 'secrets' | 'kinds'> & { stored: StateRecord | undefined }

/** Undefined if the record is like its files. */
function plannedSave(
  { kind, stem, path, fields: given }: FileRecord,
  { stored, state, secrets, kinds }: SaveInput,
): PlannedSave | undefined {
  const before = stored?.record
  if (!before) requireExpressible({ kind, stem, path }, state)
  const { settle, nameOf } = kinds[kind]
  const fields = settle ? settle({ stem, fields: given, before }) : given
  const changed = Object.keys(before ? changedFields(before.fields, fields) : fields)
  const isSecretNew = [...(before?.secrets ?? [])].some(
    ([name, value]) => (secrets.get(name) ?? value) !== value,
  )
  if (isSecretNew) changed.push('secrets')
  if (before && changed.length === 0) return undefined
  return { kind, stem, path, name: nameOf(fields, stem), fields, changed: before ? changed : [], before }
}

function requireExpressible(
  { kind, stem, path }: Pick<FileRecord, 'kind' | 'stem' | 'path'>,
  { skipped }: ProjectState,
): void {
  const found = skipped.find((one) => one.kind === kind && one.stem === stem)
  if (!found) return
  throw new AppError('CONFLICT', {
    message: `${path}: the project has a ${kind} "${found.name}" that files cannot express. ${found.reason}`,
    suggestion: 'Change that record first, or take this file out of the folder.',
  })
}

/** The hashes of a base, by record and path. */
function byRecord(base: Base): Map<string, Map<string, string>> {
  const records = new Map<string, Map<string, string>>()
  for (const [path, hash] of Object.entries(base)) {
    const place = placeOfFile(path.normalize('NFC'))
    if (!place) continue
    const key = recordKey(place.kind, place.stem)
    const paths = records.get(key) ?? new Map<string, string>()
    records.set(key, paths.set(path.normalize('NFC'), hash))
  }
  return records
}

type ComparedRecord = {
  stored: StateRecord | undefined
  pulled: ReadonlyMap<string, ReadonlyMap<string, string>> | null
  key: string
}

const isAsPulled = ({ files }: StateRecord, pulled: ReadonlyMap<string, string> | undefined): boolean =>
  pulled?.size === files.length && files.every(({ path, hash }) => pulled.get(path) === hash)

function conflictOf(
  { before, fields, changed }: PlannedSave,
  { stored, pulled, key }: ComparedRecord,
): string | undefined {
  if (!pulled) return undefined
  const known = pulled.get(key)
  if (!stored || !before) {
    return known && 'the folder has it as it was pulled or changed, and the project has deleted it since'
  }
  // A brand kit and settings that nobody has changed yet are nothing to lose.
  const isUntouched = !known && SINGLE_KINDS.includes(stored.kind) && before.updatedAt === null
  if (isUntouched || isAsPulled(stored, known)) return undefined
  const [own, theirs] = [sideOf(fields, changed), sideOf(before.fields, changed)]
  return `the folder has ${own}; the project has ${theirs}, changed there${since(stored)}`
}

const since = ({ record }: StateRecord): string =>
  ` since the last pull${record.updatedAt ? ` (${record.updatedAt.toISOString()})` : ''}`

const LONGEST_SHOWN = 60
const MOST_SHOWN = 5

function sideOf(fields: object, names: readonly string[]): string {
  return names
    .slice(0, MOST_SHOWN)
    .map((name) => {
      const text = JSON.stringify((fields as Record<string, unknown>)[name] ?? null)
      return `${name} ${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}`
    })
    .join(', ')
}

const conflict = (conflicts: readonly FieldProblem[]): AppError =>
  new AppError('CONFLICT', {
    message: `${conflicts[0]?.field ?? ''}: ${conflicts[0]?.message ?? ''}${conflicts.length > 1 ? ` (and ${conflicts.length - 1} more, see error.errors)` : ''}`,
    suggestion:
      'Pull the project, put both changes together, and push again; or apply the files without a base, which overwrites the project.',
    fields: conflicts.slice(0, MOST_PROBLEMS),
  })

type OrderedRecord = { kind: KindName; stem: string; fields: object }

/** By kind; within a kind, records come behind those they need. */
function inOrder<One extends OrderedRecord>(all: readonly One[], kinds: Kinds): One[] {
  return KINDS.flatMap((kind) => {
    const own = new Map(all.filter((one) => one.kind === kind).map((one) => [one.stem, one]))
    const ordered = new Set<One>()
    const visiting = new Set<string>()
    const visit = (one: One) => {
      // A circle is refused by the service that saves it.
      if (visiting.has(one.stem)) return
      visiting.add(one.stem)
      for (const stem of kinds[kind].needs?.(one.fields) ?? []) {
        const needed = own.get(stem)
        if (needed) visit(needed)
      }
      ordered.add(one)
    }
    for (const one of own.values()) visit(one)
    return [...ordered]
  })
}

/** Records are deleted before those that they need. */
const removalOrder = (removals: readonly PlannedRemoval[], kinds: Kinds): PlannedRemoval[] =>
  inOrder(
    removals.map((one) => ({ ...one, stem: one.record.stem, fields: one.record.fields })),
    kinds,
  ).toReversed()
