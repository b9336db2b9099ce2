import { RecordLink } from '../../app/record-link.tsx'
import { Avatar } from '../../components/avatar.tsx'
import { classes } from '../../components/classes.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { formatCount } from '../../format/number.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { builderTexts } from './filter-builder.texts.ts'
import type { PreviewState } from './use-filter-preview.ts'

const texts = builderTexts.preview

const SHOWN_PEOPLE = 5

/** The result of `useFilterPreview`: the count, the filter in words and five contacts. */
export function FilterPreview({ preview, hasPeople = true }: { preview: PreviewState; hasPeople?: boolean }) {
  const { status, answer, error } = preview
  const isOld = status !== 'ready'
  return (
    <div className="flex flex-col gap-3">
      <div role="status" aria-live="polite">
        {answer ? (
          <p className={classes('transition-opacity', isOld && 'opacity-50')}>
            <span className="tabular text-2xl font-semibold tracking-tight">{formatCount(answer.count)}</span>{' '}
            <span className="text-sm text-soft">{texts.people(answer.count)}</span>
          </p>
        ) : (
          <p className="text-sm text-soft">{status === 'counting' ? texts.counting : ''}</p>
        )}
        <p className="text-xs text-soft">{hintOf(preview)}</p>
      </div>
      {status === 'failed' && preview.problems.length === 0 && <ErrorNotice error={error} />}
      {answer && (
        <div className={classes('flex flex-col gap-3 transition-opacity', isOld && 'opacity-50')}>
          <p className="rounded-lg bg-sunken px-3 py-2 text-sm break-words">{sentence(answer.words)}.</p>
          {hasPeople && <People of={answer.sample} total={answer.count} />}
        </div>
      )}
    </div>
  )
}

const hintOf = ({ status, answer }: PreviewState): string =>
  ({
    empty: texts.everybody,
    unfinished: texts.unfinished,
    counting: answer ? texts.counting : '',
    ready: answer ? texts.took(formatCount(answer.tookMs)) : '',
    failed: '',
  })[status]

function People({ of: sample, total }: { of: NonNullable<PreviewState['answer']>['sample']; total: number }) {
  if (sample.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-soft">
        {total > SHOWN_PEOPLE ? texts.sample : texts.fewer}
      </h3>
      <ul className="divide-y divide-line">
        {sample.slice(0, SHOWN_PEOPLE).map(({ id, email }) => (
          <li key={id} className="flex min-h-9 items-center gap-2.5 text-sm">
            <Avatar name={email} />
            <RecordLink kind="contact" id={id} className="truncate hover:underline">
              {email}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
