import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { Notice } from '../../components/notices/notice.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { draftTexts as texts } from './draft.texts.ts'

type EditedDraft = {
  isDirty: boolean
  isRestored: boolean
  discard: () => void
  /** The next save overwrites the newer one. */
  keepMine: () => void
}

/** Somebody else has saved the record since the draft was started. */
type Conflict = { text: string; comparison?: Comparison }

/** `content` shows what keeping the draft would change in the saved record. */
type Comparison = { title: string; content: ReactNode }

export function DraftNotices({ draft, conflict }: { draft: EditedDraft; conflict: Conflict | undefined }) {
  const [isRestored, setIsRestored] = useState(draft.isRestored)
  // A save or a discard ends the restored draft.
  if (isRestored && !draft.isDirty) setIsRestored(false)
  if (conflict) return <ConflictNotice draft={draft} conflict={conflict} />
  if (!isRestored) return null
  return (
    <Notice text={texts.restored}>
      <Button size="small" onClick={() => draft.discard()}>
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
      <Button size="small" onClick={() => draft.discard()}>
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
