import { language } from './language.ts'
import type { Language } from './language.ts'
import type { Catalogue } from './translation.ts'

const CATALOGUES: Partial<Record<Language, () => Promise<{ catalogue: Catalogue }>>> = {
  de: () => import('../languages/de/index.ts'),
  es: () => import('../languages/es/index.ts'),
}

/**
 * Every texts file imports this module, so none is evaluated before the catalogue is there. The imports of a catalogue must
 * not lead to this module: both would wait for each other. A page without its catalogue is better in English than not at all.
 */
const load = async (): Promise<Catalogue | undefined> =>
  (await CATALOGUES[language]?.().catch(() => undefined))?.catalogue

const catalogue = await load()

/** The texts in the chosen language, or in English. `file` is the path of the texts file below src/, without its ending. */
export const translatable = <T extends object>(file: string, name: string, english: T): T =>
  (catalogue?.[file]?.[name] as T | undefined) ?? english
