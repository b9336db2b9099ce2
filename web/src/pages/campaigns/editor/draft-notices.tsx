// What happened to a campaign while it was being edited, and what can be done about it. Nothing that was typed is lost.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createCampaign } from '../../../api/campaigns.ts'
import type { Campaign } from '../../../api/campaigns.ts'
import { useProject } from '../../../app/use-project.ts'
import { CodeDiff } from '../../../components/code/code-diff.tsx'
import { Button } from '../../../components/forms/button.tsx'
import { Notice } from '../../../components/notices/notice.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { Facts } from '../../../components/page.tsx'
import { useCampaignActions } from '../use-campaign-actions.ts'
import { asNew, campaignDrafts } from './campaign-fields.ts'
import { editor } from './editor.texts.ts'
import type { CampaignDraft } from './use-campaign-draft.ts'
import { formatClock } from './zoned-time.ts'

const { notices: texts } = editor

type NoticesProps = { draft: CampaignDraft; campaign: Campaign; isDeleted: boolean; isReadOnly: boolean }

export function DraftNotices({ draft, campaign, isDeleted, isReadOnly }: NoticesProps) {
  const [isRestoredSeen, setIsRestoredSeen] = useState(false)
  if (isDeleted) return <GoneNotice draft={draft} text={texts.deleted} />
  if (draft.isClosed) {
    const text = campaign.status === 'CANCELLED' ? texts.cancelled : texts.sent
    return <GoneNotice draft={draft} text={text} canShowReport />
  }
  if (draft.conflict) return <ConflictNotice draft={draft} theirs={draft.conflict} />
  if (isReadOnly) return null
  if (!draft.isRestored || isRestoredSeen || !draft.isDirty) return null
  return (
    <Notice text={texts.restored}>
      <Button
        size="small"
        onClick={() => {
          setIsRestoredSeen(true)
          draft.takeNewest()
        }}
      >
        {texts.discard}
      </Button>
    </Notice>
  )
}

type GoneProps = { draft: CampaignDraft; text: string; canShowReport?: boolean }

function GoneNotice({ draft, text, canShowReport = false }: GoneProps) {
  const { api } = useProject()
  const { open, refresh } = useCampaignActions(draft.base)
  const saveAsNew = useMutation({
    mutationFn: () => createCampaign(api, asNew(draft.fields)),
    onSuccess: async ({ id }) => {
      campaignDrafts.remove(draft.base.id)
      await open(id)
      await refresh()
    },
    onError: (error) => toast.error(error),
  })
  return (
    <Notice text={text} hint={texts.keptHint}>
      {canShowReport && (
        <Button size="small" onClick={() => draft.takeNewest()}>
          {texts.showReport}
        </Button>
      )}
      <Button size="small" isBusy={saveAsNew.isPending} onClick={() => saveAsNew.mutate()}>
        {texts.saveAsNew}
      </Button>
    </Notice>
  )
}

function ConflictNotice({ draft, theirs }: { draft: CampaignDraft; theirs: Campaign }) {
  const [isComparing, setIsComparing] = useState(false)
  return (
    <Notice text={texts.conflict(formatClock(theirs.updatedAt))} hint={texts.conflictHint}>
      <Button size="small" onClick={() => setIsComparing(true)}>
        {texts.compare}
      </Button>
      <Button size="small" onClick={() => draft.takeNewest()}>
        {texts.take}
      </Button>
      <Button size="small" onClick={() => draft.keepMine()}>
        {texts.keep}
      </Button>
      <Dialog
        title={texts.compareTitle}
        width="wide"
        isOpen={isComparing}
        onClose={() => setIsComparing(false)}
      >
        <Facts
          facts={[
            [texts.subjectThere, theirs.subject],
            [texts.subjectHere, draft.fields.subject],
          ]}
        />
        <div className="mt-3 h-96 overflow-hidden rounded-lg border border-line">
          <CodeDiff label={texts.diff} before={theirs.body} after={draft.fields.body} />
        </div>
      </Dialog>
    </Notice>
  )
}
