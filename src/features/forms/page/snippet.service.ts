import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import { languageOf } from '../../../platform/text/languages.ts'
import type { FormRef } from '../forms.queries.ts'
import type { FormSnippet } from '../forms.schema.ts'
import { renderConsent, renderFields, renderTrap } from './form-markup.ts'
import { FORM_WORDS } from './form-words.ts'
import { findFormToShow } from './public-form.queries.ts'
import type { PublicForm } from './public-form.queries.ts'

// The page it is pasted into has rules of its own, and perhaps none that hides anything.
const OUT_OF_SIGHT = 'style="position:absolute;left:-9999px"'

/** @throws AppError if there is no such form */
export async function readSnippet(
  db: Db | Trx,
  { publicUrl, ...ref }: FormRef & { publicUrl: string },
): Promise<z.input<typeof FormSnippet>> {
  const form = await findFormToShow(db, ref)
  if (!form) throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such form.' })
  const url = `${publicUrl}/f/${form.id}`
  return { url, html: renderSnippet(form, { url, script: `${publicUrl}/f/form.js` }) }
}

function renderSnippet(form: PublicForm, { url, script }: { url: string; script: string }): string {
  const words = FORM_WORDS[languageOf(form.locale) ?? 'en']
  const around = { words, prefix: `lettermill-${form.id.slice(-6)}-` }
  return `<form class="lettermill-form" method="post" action="${escapeHtml(url)}" data-challenge="${escapeHtml(url)}/challenge">
${renderFields(form.fields, around)}
${renderTrap(around, OUT_OF_SIGHT)}
${renderConsent(form.consentText)}
<button type="submit">${escapeHtml(form.submitLabel ?? words.submit)}</button>
</form>
<script src="${escapeHtml(script)}" async></script>
`
}
