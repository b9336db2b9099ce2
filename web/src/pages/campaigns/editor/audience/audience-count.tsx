// The number of recipients and exclusions of the saved campaign. The former numbers stay, dimmed, during a new count.
import type { Preflight } from '../../../../api/sending/campaigns.ts'
import { classes } from '../../../../components/classes.ts'
import { ErrorNotice } from '../../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatCount } from '../../../../format/number.ts'
import { Card } from '../../../../components/page.tsx'
import { editor } from '../editor.texts.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { usePreflight } from '../sending/use-preflight.ts'

const { audience: texts } = editor

const isAudienceSaved = ({ fields, base }: CampaignDraft): boolean =>
  fields.audienceType === base.audienceType &&
  fields.topic === base.topic &&
  fields.segmentId === base.segmentId &&
  fields.audienceFilter === base.audienceFilter

export function AudienceCount({ draft }: { draft: CampaignDraft }) {
  const { data, error, isPlaceholderData, refetch } = usePreflight(draft)
  const isStale = isPlaceholderData || !isAudienceSaved(draft)
  return (
    <Card title={texts.count}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && (
        <div aria-live="polite" aria-busy={isStale} className={classes(isStale && 'opacity-60')}>
          {data.audience === null ? (
            <p className="text-sm text-soft">{texts.notCounted}</p>
          ) : (
            <Counts audience={data.audience} />
          )}
        </div>
      )}
      {isStale && data && (
        <p className="pt-2 text-xs text-soft">{isAudienceSaved(draft) ? texts.counting : texts.unsaved}</p>
      )}
    </Card>
  )
}

function Counts({ audience }: { audience: NonNullable<Preflight['audience']> }) {
  const leftOut = [
    [audience.unsubscribed, texts.unsubscribed],
    [audience.neverSubscribed, texts.neverSubscribed],
    [audience.suppressed, texts.suppressed],
    [audience.notInTopic, texts.notInTopic],
  ] as const
  const nonzero = leftOut.filter(([count]) => count > 0)
  return (
    <>
      <p className="tabular text-2xl font-semibold tracking-[-0.02em]">{texts.people(audience.recipients)}</p>
      <p className="tabular text-sm text-soft">{texts.of(formatCount(audience.matching))}</p>
      {nonzero.length === 0 ? (
        <p className="pt-3 text-sm text-soft">{texts.nobodyLeftOut}</p>
      ) : (
        <>
          <h3 className="pt-3 text-xs font-medium text-soft">{texts.leftOut}</h3>
          <ul className="flex flex-col gap-1 pt-1 text-sm">
            {nonzero.map(([count, why]) => (
              <li key={why} className="flex gap-2">
                <span className="tabular shrink-0 font-medium">{formatCount(count)}</span>
                <span className="text-soft">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
