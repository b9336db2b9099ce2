import { useState } from 'react'
import type { Workflow } from '../../../api/workflows.ts'
import { CodeDiff } from '../../../components/code/code-diff.tsx'
import { Button } from '../../../components/forms/button.tsx'
import { Notice } from '../../../components/notices/notice.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { editor as texts } from '../editor.texts.ts'
import { linesOf } from '../model/changes.ts'
import { definitionOf } from '../model/definition.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'

/** What happened to the draft that its author must know. */
export function DraftNotices({ edited }: { edited: EditedWorkflow }) {
  const [isRestoredSeen, setIsRestoredSeen] = useState(false)
  if (edited.conflict) return <ConflictNotice edited={edited} theirs={edited.conflict} />
  if (!edited.isRestored || isRestoredSeen || !edited.isDirty) return null
  return (
    <Notice text={texts.restored.text}>
      <Button
        size="small"
        onClick={() => {
          setIsRestoredSeen(true)
          edited.takeNewest()
        }}
      >
        {texts.restored.discard}
      </Button>
    </Notice>
  )
}

function ConflictNotice({ edited, theirs }: { edited: EditedWorkflow; theirs: Workflow }) {
  const [isComparing, setIsComparing] = useState(false)
  return (
    <Notice text={texts.conflict.text} hint={texts.conflict.hint}>
      <Button size="small" onClick={() => setIsComparing(true)}>
        {texts.conflict.compare}
      </Button>
      <Button size="small" onClick={() => edited.takeNewest()}>
        {texts.conflict.take}
      </Button>
      <Button size="small" onClick={() => edited.keepMine()}>
        {texts.conflict.keep}
      </Button>
      <Dialog
        title={texts.conflict.title}
        width="wide"
        isOpen={isComparing}
        onClose={() => setIsComparing(false)}
      >
        <div className="h-96 overflow-hidden rounded-lg border border-line">
          <CodeDiff
            label={texts.conflict.diff}
            before={linesOf(definitionOf(theirs))}
            after={linesOf(edited.draft)}
          />
        </div>
      </Dialog>
    </Notice>
  )
}
