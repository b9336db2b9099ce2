import { deleteWorkflow, duplicateWorkflow } from '../../api/sending/workflows.ts'
import type { WorkflowSummary } from '../../api/sending/workflows.ts'
import { RecordMenu } from '../../patterns/record/record-menu.tsx'
import { useRecordActions } from '../../patterns/record/use-record-actions.ts'
import { workflows as texts } from './workflows.texts.ts'

export function WorkflowMenu({ workflow: { id, name } }: { workflow: Pick<WorkflowSummary, 'id' | 'name'> }) {
  const actions = useRecordActions({
    kind: 'workflow',
    id,
    duplicate: (api) => duplicateWorkflow(api, id),
    remove: (api) => deleteWorkflow(api, id),
    deleted: texts.deleted(name),
  })
  return <RecordMenu name={name} actions={actions} />
}
