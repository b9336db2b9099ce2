import type { Form } from '../../api/audience/forms.ts'
import type { ApiCall } from '../../patterns/curl/show-as-curl.tsx'
import { bodyOf } from './editor/form-draft.ts'
import type { FormDraft } from './editor/form-draft.ts'
import { forms } from './forms.texts.ts'

const { calls: texts } = forms

/** `form` is undefined for a new one. */
export function callsOf(form: Form | undefined, draft: FormDraft): ApiCall[] {
  const body = bodyOf(draft)
  const preview: ApiCall = { name: texts.preview, path: '/forms/preview', method: 'POST', body }
  if (!form) return [{ name: texts.create, path: '/forms', method: 'POST', body }, preview]
  const path = `/forms/${form.id}`
  return [
    { name: texts.read, path },
    { name: texts.change, path, method: 'PATCH', body },
    { name: texts.snippet, path: `${path}/snippet` },
    { name: texts.contacts, path: `${path}/contacts` },
    { name: texts.statistics, path: `${path}/statistics?days=30` },
    preview,
  ]
}
