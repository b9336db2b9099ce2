import { deleteTemplate, duplicateTemplate } from '../../api/content/templates.ts'
import type { Template } from '../../api/content/templates.ts'
import { RecordMenu } from '../../patterns/record/record-menu.tsx'
import { recordTexts } from '../../patterns/record/record.texts.ts'
import { useRecordActions } from '../../patterns/record/use-record-actions.ts'

export function TemplateMenu({ template: { id, name } }: { template: Pick<Template, 'id' | 'name'> }) {
  const actions = useRecordActions({
    kind: 'template',
    id,
    duplicate: (api) => duplicateTemplate(api, id),
    remove: (api) => deleteTemplate(api, id),
    deleted: recordTexts.deleted(name),
  })
  return <RecordMenu name={name} actions={actions} />
}
