import type { Catalogue } from '../i18n/translation.ts'

/** Makes a catalogue of the modules of a language, which are named as seen from its folder: `./pages/keys/keys.ts`. */
export const catalogueOf = (modules: Record<string, Record<string, unknown>>): Catalogue =>
  Object.fromEntries(
    Object.entries(modules).map(([file, texts]) => [file.slice('./'.length, -'.ts'.length), texts]),
  )
