import { invalidFields } from '../../platform/errors.ts'
import type { KindName } from './project-files.schema.ts'
import type { RecordFiles } from './file-kind.ts'

type SingleKind = 'brand' | 'settings'

const FOLDERS: Record<Exclude<KindName, SingleKind>, string> = {
  topic: 'topics',
  partial: 'partials',
  template: 'templates',
  segment: 'segments',
  workflow: 'workflows',
  form: 'forms',
}

/** Kinds of which a project has one record, with the kind as its stem, outside of the folders. */
export const SINGLE_KINDS: readonly string[] = ['brand', 'settings'] satisfies SingleKind[]

const isSingle = (kind: string): kind is SingleKind => SINGLE_KINDS.includes(kind)

/** The path of a file of a record: its stem with an ending such as `.jsonc`. */
export const pathOf = (kind: KindName, stem: string, ending: string): string =>
  isSingle(kind) ? `${stem}${ending}` : `${FOLDERS[kind]}/${stem}${ending}`

type FilePlace = { kind: KindName; stem: string; ending: string }

/** Undefined if no record has such a file. */
export function placeOfFile(path: string): FilePlace | undefined {
  const [, folder, stem = '', ending = ''] = /^(?:([^/]+)\/)?([^/.]+)(\.[^/]+)$/u.exec(path) ?? []
  if (folder === undefined) return isSingle(stem) ? { kind: stem, stem, ending } : undefined
  const kind = (Object.keys(FOLDERS) as (keyof typeof FOLDERS)[]).find((name) => FOLDERS[name] === folder)
  return kind && { kind, stem, ending }
}

export const KNOWN_PLACES = `${SINGLE_KINDS.map((kind) => `${kind}.jsonc`).join(', ')}, or a file in ${Object.values(FOLDERS).join(', ')}`

// File systems take 255 bytes for a name, with its endings: a letter has up to four, the id of a step up to 64.
const LONGEST_STEM = 40

/** The stem for a record that has only a name: letters and digits in lower case, with hyphens between them. */
export function stemOfName(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const stem = Array.from(words.join('-')).slice(0, LONGEST_STEM).join('').replace(/-$/, '')
  return stem === '' ? 'unnamed' : stem
}

/** The only file of a record of one file, or undefined. */
export const onlyFile = ({ files }: RecordFiles) => (files.size === 1 ? [...files.values()][0] : undefined)

type NamedFile = { kind: KindName; name: string; path: string }

/** One record has one file name, so that nobody has two files for it. @throws AppError */
export function requireStem({ stem }: RecordFiles, { kind, name, path }: NamedFile): void {
  const expected = stemOfName(name)
  if (stem === expected) return
  throw invalidFields({
    field: `${path}: name`,
    message: `belongs to ${pathOf(kind, expected, '.jsonc')}: rename the file, or change the name`,
    code: 'custom',
  })
}
