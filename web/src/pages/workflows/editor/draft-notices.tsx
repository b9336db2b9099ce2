import { DraftDifference } from '../../../patterns/draft/draft-difference.tsx'
import { DraftNotices } from '../../../patterns/draft/draft-notices.tsx'
import { editor } from '../editor.texts.ts'
import { definitionJson } from '../model/changes.ts'
import { definitionOf } from '../model/definition.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'

const { conflict: texts } = editor

export function WorkflowNotices({ edited }: { edited: EditedWorkflow }) {
  const { conflict, draft } = edited
  return (
    <DraftNotices
      draft={edited}
      conflict={
        conflict && {
          text: texts.text,
          comparison: {
            title: texts.title,
            content: (
              <DraftDifference
                label={texts.diff}
                theirs={definitionJson(definitionOf(conflict))}
                mine={definitionJson(draft)}
              />
            ),
          },
        }
      }
    />
  )
}
