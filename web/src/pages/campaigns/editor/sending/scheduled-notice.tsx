import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { cancelCampaign } from '../../../../api/sending/campaigns.ts'
import type { Campaign } from '../../../../api/sending/campaigns.ts'
import { projectQuery } from '../../../../api/project/project.ts'
import { useChange } from '../../../../app/use-change.ts'
import { useProject } from '../../../../app/use-project.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { editor } from '../editor.texts.ts'
import { formatInZone, ownZone } from './zoned-time.ts'

const { scheduled: texts } = editor

/** The start in the zone of the browser, and of the project if it differs. */
export function ScheduledNotice({ campaign, isReadOnly }: { campaign: Campaign; isReadOnly: boolean }) {
  const { api } = useProject()
  const { data: project } = useQuery(projectQuery(api))
  const unschedule = useChange({
    call: () => cancelCampaign(api, campaign.id),
    done: texts.unscheduled,
    refreshes: ['/campaigns'],
  })
  const at = campaign.scheduledAt ?? ''
  const zones = [...new Set([ownZone(), project?.timezone ?? ownZone()])]
  const when = zones.map((zone) => formatInZone(at, zone)).join(' · ')
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-soft px-5 py-2 text-sm text-info">
      <CalendarClock className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 grow font-medium">
        {texts.text(when)} <span className="font-normal">{texts.hint}</span>
      </p>
      {!isReadOnly && (
        <Button size="small" isBusy={unschedule.isPending} onClick={() => unschedule.mutate()}>
          {texts.unschedule}
        </Button>
      )}
    </div>
  )
}
