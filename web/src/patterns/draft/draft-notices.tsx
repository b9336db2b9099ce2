import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { draftTexts as texts } from './draft.texts.ts'

type EditedDraft = {
  isDirty: boolean
  /** It was left unsaved, and is back. */
  isRestored: boolean
  takeNewest: () => void
  /** The next save goes over what the other one saved. */
  keepMine: () => void
}

/** Somebody else has saved the record since this draft was begun. */
type Conflict = { text: string; comparison?: Comparison }

/** `content` shows what keeping the draft would change in the saved record. */
type Comparison = { title: string; content: ReactNode }

type DraftNoticesProps = { draft: EditedDraft; conflict: Conflict | undefined }

/** Tells the author about a conflict, or that the draft was restored. */
export function DraftNotices({ draft, conflict }: DraftNoticesProps) {
  const [isRestored, setIsRestored] = useState(draft.isRestored)
  // After a save, or after everything was discarded, nothing of what was restored is left.
  if (isRestored && !draft.isDirty) setIsRestored(false)
  if (conflict) return <ConflictNotice draft={draft} conflict={conflict} />
  if (!isRestored) return null
  return (
    <Notice text={texts.restored}>
      <Button size="small" onClick={() => draft.takeNewest()}>
        {texts.discard}
      </Button>
    </Notice>
  )
}

function ConflictNotice({ draft, conflict }: { draft: EditedDraft; conflict: Conflict }) {
  const { text, comparison } = conflict
  return (
    <Notice text={text} hint={comparison ? `${texts.lossless} ${texts.choose}` : texts.lossless}>
      {comparison && <CompareButton comparison={comparison} />}
      <Button size="small" onClick={() => draft.takeNewest()}>
        {texts.take}
      </Button>
      <Button size="small" onClick={() => draft.keepMine()}>
        {texts.keep}
      </Button>
    </Notice>
  )
}

function CompareButton({ comparison: { title, content } }: { comparison: Comparison }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {texts.compare}
      </Button>
      <Dialog title={title} width="wide" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {content}
      </Dialog>
    </>
  )
}
