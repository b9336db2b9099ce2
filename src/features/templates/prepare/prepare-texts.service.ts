// Prepares the texts of a template in all its languages.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { NamedPartial } from '../partials/load-partials.service.ts'
import { syntaxMessageOf } from '../template-syntax.ts'
import { prepareBody } from './prepare-body.service.ts'
import type { Preparation } from './prepare-body.service.ts'
import type { PreparedTemplate } from './prepare-template.ts'

export type TranslationTexts = {
  subject: string
  body: string
  previewText: string | null
  text: string | null
}

export type PreparedTexts = PreparedTemplate & {
  translations: Readonly<Record<string, PreparedTemplate>>
  partials: readonly NamedPartial[]
}

type Texts = Omit<Preparation, 'fields'> & {
  fields: Preparation['fields'] & { translations: Readonly<Record<string, TranslationTexts>> }
}

// They are read together whenever a content is made.
const MOST_CHARACTERS = 2_097_152

/** Variables, checks and partials are those of all languages. @throws AppError TEMPLATE_SYNTAX */
export async function prepareTexts(db: Db | Trx, texts: Texts): Promise<PreparedTexts> {
  const { translations, ...fields } = texts.fields
  requireSize(Object.values(translations))
  const own = await prepareBody(db, { ...texts, fields })
  const prepared: Record<string, PreparedTemplate> = {}
  const variables = new Set(own.variables)
  const checks = [...own.checks]
  const partials = new Map(own.partials.map((partial) => [partial.id, partial]))
  // In sequence: each may occupy a thread for seconds.
  for (const [language, translation] of Object.entries(translations)) {
    const one = await prepareBody(db, { ...texts, fields: { ...fields, ...translation } }).catch(
      (error: unknown) => {
        const message = `translations.${language}: ${syntaxMessageOf(error)}`
        throw new AppError('TEMPLATE_SYNTAX', { message, cause: error })
      },
    )
    const { partials: named, ...content } = one
    prepared[language] = content
    for (const name of content.variables) variables.add(name)
    for (const partial of named) partials.set(partial.id, partial)
    checks.push(...content.checks.map((check) => ({ ...check, message: `${language}: ${check.message}` })))
  }
  return {
    ...own,
    variables: [...variables].toSorted(),
    checks,
    partials: [...partials.values()],
    translations: prepared,
  }
}

function requireSize(translations: readonly TranslationTexts[]): void {
  const size = translations.reduce((sum, { body, text }) => sum + body.length + (text?.length ?? 0), 0)
  if (size <= MOST_CHARACTERS) return
  const message = `must have at most ${MOST_CHARACTERS} characters together`
  throw invalidFields({ field: 'translations', message, code: 'too_big' })
}
