// Sends or schedules the campaign. Sending can be undone for ten seconds; the server counts them, so the email leaves even if
// this page is closed.
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Send } from 'lucide-react'
import { useState } from 'react'
import { sendCampaign } from '../../../../api/sending/campaigns.ts'
import { projectQuery } from '../../../../api/project/project.ts'
import { useChange } from '../../../../app/use-change.ts'
import { useProject } from '../../../../app/use-project.ts'
import { Button, buttonClass } from '../../../../components/forms/button.tsx'
import { ChoiceCards } from '../../../../components/forms/choice-cards.tsx'
import { TextField } from '../../../../components/forms/field.tsx'
import { SelectField } from '../../../../components/forms/select-field.tsx'
import { ErrorNotice } from '../../../../components/notices/error-notice.tsx'
import { toast } from '../../../../components/overlays/toast.tsx'
import { Card } from '../../../../components/page.tsx'
import { rememberSent, UNDO_SECONDS } from '../../undo-time.ts'
import { editor } from '../editor.texts.ts'
import { StepLink } from '../step-link.tsx'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { usePreflight } from './use-preflight.ts'
import { formatInZone, ownZone, wallTime, zonedInstant } from './zoned-time.ts'

const { review: texts } = editor

const CHOICES = (['now', 'later'] as const).map((value) => ({
  value,
  label: texts[value][0] ?? '',
  hint: texts[value][1] ?? '',
}))

export function SendCard({ draft }: { draft: CampaignDraft }) {
  const { base } = draft
  const [when, setWhen] = useState<'now' | 'later'>(base.status === 'SCHEDULED' ? 'later' : 'now')
  const time = useTime(base.scheduledAt)
  const preflight = usePreflight(draft)
  const { data } = preflight
  const count = data?.audience?.recipients
  const options = when === 'now' ? { delaySeconds: UNDO_SECONDS } : { scheduledFor: time.instant }
  const send = useChange({
    call: async (api) => {
      await draft.flush()
      await sendCampaign(api, base.id, options)
    },
    refreshes: ['/campaigns'],
    showsError: true,
    onSuccess: () => {
      if (when === 'now') rememberSent(base.id)
      else toast.good(texts.scheduled(formatInZone(time.instant ?? '', time.zone)))
    },
  })
  const isBlocked = data?.ready === false || Object.keys(draft.errors).length > 0 || Boolean(draft.conflict)
  const isTimeWrong = when === 'later' && (time.instant === undefined || time.isPast)
  return (
    <Card>
      <div className="flex flex-col gap-4 pt-2">
        <ChoiceCards label={texts.when} value={when} choices={CHOICES} onChange={setWhen} />
        {when === 'later' && <TimeFields time={time} />}
        {send.isError && <ErrorNotice error={send.error} />}
        <Button
          look="primary"
          size="large"
          icon={when === 'now' ? <Send /> : <CalendarClock />}
          isBusy={send.isPending}
          disabled={isBlocked || isTimeWrong || !data || preflight.isPlaceholderData}
          onClick={() => send.mutate()}
        >
          {labelOf({ when, count, isScheduled: base.status === 'SCHEDULED' })}
        </Button>
        {isBlocked && <BlockedNotice />}
      </div>
    </Card>
  )
}

type SendLabelInput = { when: 'now' | 'later'; count: number | undefined; isScheduled: boolean }

function labelOf({ when, count, isScheduled }: SendLabelInput): string {
  if (when === 'now') return count === undefined ? texts.sendUncounted : texts.send(count)
  if (isScheduled) return texts.reschedule
  return count === undefined ? texts.scheduleUncounted : texts.schedule(count)
}

const BlockedNotice = () => (
  <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-bad">
    {texts.blocked}
    <StepLink to={{ step: 'checks' }} className={buttonClass({ size: 'small' })}>
      {texts.toChecks}
    </StepLink>
  </p>
)

const HOUR_MS = 3_600_000

/** The next full hour, at least an hour from now. */
const nextHour = (): number => (Math.floor(Date.now() / HOUR_MS) + 2) * HOUR_MS

function useTime(scheduledAt: string | null) {
  const [zone, setZone] = useState(ownZone)
  const [local, setLocal] = useState(() =>
    wallTime(scheduledAt === null ? nextHour() : Date.parse(scheduledAt), zone),
  )
  const instant = zonedInstant(local, zone)
  // Exact enough: the server checks again.
  const [openedAt] = useState(() => Date.now())
  const isPast = instant !== undefined && Date.parse(instant) <= openedAt
  return { zone, setZone, local, setLocal, instant, isPast }
}

function TimeFields({ time }: { time: ReturnType<typeof useTime> }) {
  const { api } = useProject()
  const { data: project } = useQuery(projectQuery(api))
  const here = ownZone()
  const zones = [
    { value: here, label: texts.zoneHere(here) },
    ...(project && project.timezone !== here
      ? [{ value: project.timezone, label: texts.zoneProject(project.timezone) }]
      : []),
  ]
  const isOtherZone = time.zone !== here && time.instant !== undefined
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={texts.at}
        type="datetime-local"
        value={time.local}
        error={time.isPast ? texts.past : undefined}
        {...(isOtherZone && { hint: texts.atHint(formatInZone(time.instant ?? '')) })}
        onText={time.setLocal}
      />
      <SelectField label={texts.zone} value={time.zone} options={zones} onChange={time.setZone} />
    </div>
  )
}
