// Explains why a contact is in a segment or not: each condition, whether it holds, and the contact's value.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { contactListQuery, contactQuery } from '../../api/audience/contacts.ts'
import { explainQuery } from '../../api/audience/segments.ts'
import type { SegmentExplanation, UsedSegment } from '../../api/audience/segments.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { ComboBox } from '../../components/forms/combo-box.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Card } from '../../components/page.tsx'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { sentence } from '../../components/forms/sentence.ts'
import { Mark } from '../../components/notices/mark.tsx'
import { segments } from './segments.texts.ts'

const texts = segments.explain
const route = getRouteApi('/signed-in/app/p/$projectId/segments/$segmentId')

// People type faster than this.
const PAUSE_MS = 200

export function ExplainCard({ segment }: { segment: UsedSegment }) {
  const { api } = useProject()
  const { change } = usePageSearch()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const { data } = useInfiniteQuery({
    ...contactListQuery(api, search === '' ? {} : { search }),
    placeholderData: keepPreviousData,
  })
  const people = data?.pages[0]?.contacts ?? []
  if (segment.type === 'STATIC') return null
  return (
    <Card title={texts.title}>
      <p className="mb-3 text-sm text-soft">{texts.text}</p>
      <ComboBox
        label={texts.person}
        placeholder={texts.choose}
        chosen={undefined}
        groupsFor={() => [
          { label: texts.people, options: people.map(({ id, email }) => ({ value: id, label: email })) },
        ]}
        onType={setTyped}
        onChange={(why) => change({ why })}
      />
    </Card>
  )
}

/** Open while the URL names a contact. */
export function ExplainDialog({ segment }: { segment: UsedSegment }) {
  const { why } = route.useSearch()
  const { change } = usePageSearch()
  return (
    <Dialog
      title={texts.title}
      description={texts.asSaved}
      width="wide"
      isOpen={why !== undefined}
      onClose={() => change({ why: undefined }, { replace: true })}
    >
      {why !== undefined && <Explanation segmentId={segment.id} contactId={why} />}
    </Dialog>
  )
}

function Explanation({ segmentId, contactId }: { segmentId: string; contactId: string }) {
  const { api } = useProject()
  const { data: contact } = useQuery(contactQuery(api, contactId))
  const { data, error } = useQuery(explainQuery(api, segmentId, contactId))
  if (error) return <ErrorNotice error={error} />
  if (!data || !contact) return <Skeleton className="h-40 w-full" />
  return (
    <>
      <p role="status" className="mb-3 flex items-center gap-2 text-sm font-medium">
        <Mark isTrue={data.isMember} />
        {data.isMember ? texts.isIn(contact.email) : texts.isOut(contact.email)}
      </p>
      <ul className="flex flex-col divide-y divide-line rounded-xl border border-line">
        {data.conditions.map((condition) => (
          <Condition key={condition.path} condition={condition} />
        ))}
      </ul>
    </>
  )
}

type ConditionResult = SegmentExplanation['conditions'][number]

const INDENT_REM = 1.25

function Condition({ condition }: { condition: ConditionResult }) {
  const depth = condition.path.split('.').filter((step) => step === 'conditions').length
  return (
    <li
      className="flex items-start gap-2.5 px-3 py-2 text-sm"
      style={{ paddingLeft: `${0.75 + depth * INDENT_REM}rem` }}
    >
      <Mark isTrue={condition.holds} />
      <div className="min-w-0">
        <p className="break-words">{depth === 0 ? texts.all : sentence(condition.words)}</p>
        <p className="text-xs text-soft">
          {condition.holds ? texts.holds : texts.fails}
          {condition.field !== null && ` · ${actualOf(condition)}`}
        </p>
      </div>
    </li>
  )
}

function actualOf({ field, actual }: ConditionResult): string {
  if (field === 'segment') return actual === true ? texts.isMember : texts.noMember
  if (/^(event|emailActivity)\./.test(field ?? '')) return texts.times(Number(actual ?? 0))
  if (actual === null || actual === undefined) return texts.hasNothing
  return texts.has(typeof actual === 'string' ? `“${actual}”` : JSON.stringify(actual))
}
