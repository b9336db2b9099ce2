// The form of the sample data, made as a caller of POST /forms would.
import type { SampleForms } from './features/dashboard/sample-data/sample-data.service.ts'
import { SAMPLE_FORM } from './features/dashboard/sample-data/sample-people.ts'
import { createConfirmCheck } from './features/forms/confirm-check.service.ts'
import { listForms, lockForms } from './features/forms/forms.queries.ts'
import type { FormRow } from './features/forms/forms.queries.ts'
import { FormCreate } from './features/forms/forms.schema.ts'
import { createForm, MOST_FORMS, removeForm } from './features/forms/forms.service.ts'
import type { Deps } from './platform/deps.ts'
import type { Trx } from './platform/db/client.ts'
import type { FormId, ProjectId } from './platform/ids.ts'

const isSample = ({ name, consent_text }: FormRow): boolean =>
  name === SAMPLE_FORM.name && consent_text === SAMPLE_FORM.consentText

async function findSamples(trx: Trx, projectId: ProjectId): Promise<FormRow[]> {
  const { rows } = await listForms(trx, { projectId, limit: MOST_FORMS, before: undefined })
  return rows.filter(isSample)
}

export function createSampleForms(deps: Deps): SampleForms {
  const checkConfirm = createConfirmCheck(deps)
  return {
    lock: (trx, { projectId }) => lockForms(trx, { projectId }),
    async add(trx, { projectId, now }) {
      if ((await findSamples(trx, projectId)).length > 0) return 0
      await createForm(trx, { projectId, form: FormCreate.parse(SAMPLE_FORM), checkConfirm, now })
      return 1
    },
    async remove(trx, { projectId }) {
      for (const { id, submissions } of await findSamples(trx, projectId)) {
        if (submissions === 0) await removeForm(trx, { projectId, formId: id as FormId })
      }
    },
  }
}
