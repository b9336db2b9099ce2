import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '../../../api/audience/contacts.ts'
import { removeSuppression, suppressionOfQuery } from '../../../api/audience/suppressions.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { DayTime } from '../../../format/time.tsx'
import { profile } from './profile.texts.ts'

const { suppression: texts } = profile

/** Above everything else: no email reaches this address. */
export function SuppressionNotice({ contact: { email } }: { contact: Contact }) {
  const { api, may } = useProject()
  const { data: suppression } = useQuery(suppressionOfQuery(api, email))
  const [isAsking, setIsAsking] = useState(false)
  const lift = useChange({
    call: removeSuppression,
    done: texts.lifted,
    refreshes: ['/suppressions', '/contacts'],
    onSuccess: () => setIsAsking(false),
  })
  if (!suppression) return null
  const { id, reason, createdAt, expiresAt } = suppression
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-bad-soft px-4 py-3 text-sm text-bad"
    >
      <p className="min-w-0 grow font-medium">
        {texts.text(reason)}{' '}
        <span className="font-normal">
          {texts.since} <DayTime at={createdAt} />
          {expiresAt !== null && (
            <>
              {' · '}
              {texts.until} <DayTime at={expiresAt} />
            </>
          )}
        </span>
      </p>
      {may('member') && (
        <Button size="small" onClick={() => setIsAsking(true)}>
          {texts.lift}
        </Button>
      )}
      <ConfirmDialog
        title={texts.title}
        description={texts.warnings[reason]}
        submit={texts.lift}
        look="primary"
        isOpen={isAsking}
        isBusy={lift.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => lift.mutate(id)}
      />
    </div>
  )
}
