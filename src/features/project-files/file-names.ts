import type { KindName } from './project-files.schema.ts'
import type { RecordFiles } from './file-kind.ts'

const FOLDERS: Record<Exclude<KindName, 'brand'>, string> = {
  topic: 'topics',
  partial: 'partials',
  template: 'templates',
  segment: 'segments',
}

/** The one record that is not in a folder. */
export const BRAND_STEM = 'brand'

/** The path of a file of a record: its stem with an ending such as `.jsonc`. */
export const pathOf = (kind: KindName, stem: string, ending: string): string =>
  kind === 'brand' ? `${stem}${ending}` : `${FOLDERS[kind]}/${stem}${ending}`

type FilePlace = { kind: KindName; stem: string; ending: string }

/** Undefined if no record has such a file. */
export function placeOfFile(path: string): FilePlace | undefined {
  const [, folder, stem = '', ending = ''] = /^(?:([^/]+)\/)?([^/.]+)(\.[^/]+)$/u.exec(path) ?? []
  if (folder === undefined) return stem === BRAND_STEM ? { kind: 'brand', stem, ending } : undefined
  const kind = (Object.keys(FOLDERS) as (keyof typeof FOLDERS)[]).find((name) => FOLDERS[name] === folder)
  return kind && { kind, stem, ending }
}

export const KNOWN_PLACES = `brand.jsonc, or a file in ${Object.values(FOLDERS).join(', ')}`

// File systems take 255 bytes for a name, with its endings.
const LONGEST_STEM = 60

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
