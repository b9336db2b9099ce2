// Notices about changes made elsewhere during editing. Unsaved edits can always be kept.
import { createCampaign } from '../../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import { useRecordPages } from '../../../../app/record-link.tsx'
import { useChange } from '../../../../app/use-change.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { Notice } from '../../../../components/notices/notice.tsx'
import { Facts } from '../../../../components/page.tsx'
import { DraftDifference } from '../../../../patterns/draft/draft-difference.tsx'
import { DraftNotices } from '../../../../patterns/draft/draft-notices.tsx'
import { deleteDraft } from '../../../../patterns/draft/draft-storage.ts'
import { editor } from '../editor.texts.ts'
import type { CampaignDraft } from './use-campaign-draft.ts'
import { formatClock } from '../sending/zoned-time.ts'

const { notices: texts } = editor

type NoticesProps = { draft: CampaignDraft; campaign: Campaign; isDeleted: boolean; isReadOnly: boolean }

export function CampaignNotices({ draft, campaign, isDeleted, isReadOnly }: NoticesProps) {
  if (isDeleted) return <GoneNotice draft={draft} text={texts.deleted} />
  if (draft.isClosed) {
    const text = campaign.status === 'CANCELLED' ? texts.cancelled : texts.sent
    return <GoneNotice draft={draft} text={text} canShowReport />
  }
  if (isReadOnly && !draft.conflict) return null
  return <DraftNotices draft={draft} conflict={draft.conflict && conflictOf(draft, draft.conflict)} />
}

const conflictOf = ({ fields }: CampaignDraft, theirs: Campaign) => ({
  text: texts.conflict(formatClock(theirs.updatedAt)),
  comparison: {
    title: texts.compareTitle,
    content: (
      <div className="flex flex-col gap-3">
        <Facts
          facts={[
            [texts.subjectThere, theirs.subject],
            [texts.subjectHere, fields.subject],
          ]}
        />
        <DraftDifference label={texts.diff} theirs={theirs.body} mine={fields.body} />
      </div>
    ),
  },
})

type GoneProps = { draft: CampaignDraft; text: string; canShowReport?: boolean }

function GoneNotice({ draft, text, canShowReport = false }: GoneProps) {
  const { open } = useRecordPages()
  const saveAsNew = useChange({
    call: (api) => createCampaign(api, draft.fields as Parameters<typeof createCampaign>[1]),
    refreshes: ['/campaigns'],
    onSuccess: ({ id }) => {
      deleteDraft('campaign', draft.base.id)
      return open('campaign', id)
    },
  })
  return (
    <Notice text={text} hint={texts.keptHint}>
      {canShowReport && (
        <Button size="small" onClick={() => draft.discard()}>
          {texts.showReport}
        </Button>
      )}
      <Button size="small" isBusy={saveAsNew.isPending} onClick={() => saveAsNew.mutate()}>
        {texts.saveAsNew}
      </Button>
    </Notice>
  )
}
