import type { z } from 'zod'
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import { changeBrand, findBrand } from '../../templates/index.ts'
import { BrandKitPatch } from '../../templates/brand/brand.schema.ts'
import type { BrandKit } from '../../templates/brand/brand.schema.ts'
import type { FileKind } from '../file-kind.ts'
import { pathOf } from '../file-names.ts'
import { checkFields, readJsonFile, refuseUnknown } from '../read-fields.ts'
import { theFile } from '../the-file.ts'

type Fields = z.output<typeof BrandKitPatch>

const BRAND_STEM = 'brand'
const KNOWN = ['logo', 'theme', 'footer', 'social']

/** The brand kit: fields that the file leaves out stay as they are. */
export const brandKind: FileKind<Fields> = {
  name: 'brand',
  label: 'brand kit',
  async load(db, tenant) {
    const { kit, updatedAt } = await findBrand(db, tenant)
    const fields: BrandKit = { logo: kit.logo, theme: kit.theme, footer: kit.footer, social: kit.social }
    return {
      records: [{ id: BRAND_STEM, stem: BRAND_STEM, name: '', updatedAt, fields: fields as Fields }],
      skipped: [],
    }
  },
  print: ({ stem, fields }) => [{ path: pathOf('brand', stem, '.jsonc'), text: printCommentedJson(fields) }],
  parse(files) {
    const file = theFile(files, ['.jsonc'])
    const given = readJsonFile(file)
    refuseUnknown(given, { path: file.path, known: KNOWN })
    return checkFields(BrandKitPatch, given, file.path)
  },
  nameOf: () => '',
  settle: ({ fields, before }) => ({
    ...before?.fields,
    ...fields,
    ...(fields.theme && { theme: { ...before?.fields.theme, ...fields.theme } }),
  }),
  async save({ late, projectId, threads, now }, { fields }) {
    await changeBrand(late, { projectId, patch: fields, threads, now })
    return BRAND_STEM
  },
}
