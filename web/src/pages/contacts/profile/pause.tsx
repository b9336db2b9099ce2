import { changeContact, contactQuery } from '../../../api/audience/contacts.ts'
import type { Contact } from '../../../api/audience/contacts.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { DayTime } from '../../../format/time.tsx'
import { contacts } from '../contacts.texts.ts'

const { paused: texts } = contacts.detail

const isOver = (until: string): boolean => Date.parse(until) <= Date.now()

/** A contact may pause marketing email for a while. */
export function Pause({ contact }: { contact: Contact }) {
  const { api, may } = useProject()
  const end = useChange({
    call: () => changeContact(api, contact.id, { pausedUntil: null }),
    record: contactQuery(api, contact.id),
    done: texts.ended,
    refreshes: ['/contacts'],
  })
  const { pausedUntil } = contact
  if (!pausedUntil || isOver(pausedUntil)) return null
  return (
    <div className="mb-3 flex items-center justify-between gap-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <p className="min-w-0">
        <strong className="block font-medium">
          {texts.until} <DayTime at={pausedUntil} />
        </strong>
        <span className="text-xs">{texts.text}</span>
      </p>
      {may('member') && (
        <Button size="small" isBusy={end.isPending} onClick={() => end.mutate()}>
          {texts.end}
        </Button>
      )}
    </div>
  )
}
