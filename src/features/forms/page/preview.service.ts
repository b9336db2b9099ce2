import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { FormId, ProjectId } from '../../../platform/ids.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { languageOf } from '../../../platform/text/languages.ts'
import { findProject } from '../../projects/index.ts'
import type { FormCreate, FormPreview } from '../forms.schema.ts'
import { DEFAULT_FIELDS } from '../forms.service.ts'
import { formPage } from './form-page.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000' as FormId

type PreviewInput = {
  projectId: ProjectId
  form: z.output<typeof FormCreate>
  /** Default: that of the project. */
  language: Language | undefined
}

/** The page of a form that is not saved. */
export async function previewForm(
  db: Db | Trx,
  { projectId, form, language }: PreviewInput,
): Promise<z.input<typeof FormPreview>> {
  const project = await findProject(db, { projectId })
  if (!project) throw new Error('the project of a request exists')
  const { html } = formPage({
    form: {
      id: NO_ID,
      projectId,
      fields: form.fields ?? DEFAULT_FIELDS,
      topics: form.topics ?? [],
      submitLabel: form.submitLabel ?? null,
      successText: form.successText ?? null,
      redirectUrl: form.redirectUrl ?? null,
      consentText: form.consentText ?? null,
      allowedOrigins: form.allowedOrigins ?? [],
      confirm: form.confirm ?? project.double_opt_in,
      projectName: project.name,
      postalAddress: project.postal_address,
      brandColor: project.brand_color,
      locale: project.locale,
      timezone: project.timezone,
    },
    language: language ?? languageOf(project.locale) ?? 'en',
    token: '',
    isPreview: true,
  })
  return { html }
}
