import { useState } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { CodeDiff } from '../../components/code/code-diff.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { editor as texts } from './editor.texts.ts'
import type { TemplateDraft } from './use-template-draft.ts'

type DraftNoticesProps = {
  draft: TemplateDraft
  /** Of the draft; that of blocks is made by the server. */
  body: string
}

/** What happened to the draft that its author must know. */
export function DraftNotices({ draft, body }: DraftNoticesProps) {
  const [isRestoredSeen, setIsRestoredSeen] = useState(false)
  if (draft.conflict) return <ConflictNotice draft={draft} body={body} version={draft.conflict.version} />
  if (!draft.isRestored || isRestoredSeen || !draft.isDirty) return null
  return (
    <Notice text={texts.restored.text}>
      <Button
        size="small"
        onClick={() => {
          setIsRestoredSeen(true)
          draft.takeNewest()
        }}
      >
        {texts.restored.discard}
      </Button>
    </Notice>
  )
}

function ConflictNotice({ draft, body, version }: DraftNoticesProps & { version: number }) {
  const [isComparing, setIsComparing] = useState(false)
  return (
    <Notice text={texts.conflict.text(version)} hint={texts.conflict.hint}>
      <Button size="small" onClick={() => setIsComparing(true)}>
        {texts.conflict.compare}
      </Button>
      <Button size="small" onClick={() => draft.takeNewest()}>
        {texts.conflict.take}
      </Button>
      <Button size="small" onClick={() => draft.keepMine()}>
        {texts.conflict.keep}
      </Button>
      <Dialog
        title={texts.conflict.title}
        width="wide"
        isOpen={isComparing}
        onClose={() => setIsComparing(false)}
      >
        <div className="h-96 overflow-hidden rounded-lg border border-line">
          <CodeDiff label={texts.conflict.diff} before={draft.conflict?.body ?? ''} after={body} />
        </div>
      </Dialog>
    </Notice>
  )
}
