import { useQuery } from '@tanstack/react-query'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { inputClass } from '../../components/forms/field.tsx'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Select } from '../../components/forms/select.tsx'
import { useTopics } from '../../patterns/topics/use-topics.ts'
import { problemOf } from './guess-columns.ts'
import type { FileColumn, Target } from './guess-columns.ts'
import { imports } from './import.texts.ts'
import type { ReadFile } from './read-file.ts'

const texts = imports.columns

const TARGETS = (
  ['email', 'subscribed', 'subscriptionState', 'pausedUntil', 'topic', 'data', 'rest', 'skip'] as const
).map((value) => ({
  value,
  label: imports.targets[value],
}))

const MAX_KEY_LENGTH = 200

/** `isNew`: no contact has data of this name yet. */
type IndexedColumn = FileColumn & { index: number; isNew: boolean }
type Change = (index: number, change: Partial<FileColumn>) => void

type ColumnsStepProps = {
  file: ReadFile
  onChange: (file: ReadFile) => void
  onBack: () => void
  onNext: () => void
}

export function ColumnsStep({ file, onChange, onBack, onNext }: ColumnsStepProps) {
  const change: Change = (index, part) =>
    onChange({
      ...file,
      columns: file.columns.map((column, at) => (at === index ? { ...column, ...part } : column)),
    })
  const { topics, isLoaded } = useTopics()
  const { api } = useProject()
  const { data: known } = useQuery(contactFieldsQuery(api))
  const problem = problemOf(file.columns, isLoaded ? topics.map(({ key }) => key) : undefined)
  const isNew = ({ target, key }: FileColumn) =>
    target === 'data' && known?.fields.some((field) => field.key === key.trim()) === false
  const rows = file.columns.map((column, index) => ({ ...column, index, isNew: isNew(column) }))
  return (
    <>
      <Card isFlush>
        <p className="px-4 pt-1 pb-2 text-sm text-soft">
          {texts.text} {!file.hasHeader && texts.noHeader}
        </p>
        <PlainTable
          label={texts.list}
          columns={columnsWith(change)}
          rows={rows}
          idOf={({ index }) => String(index)}
        />
      </Card>
      <div className="flex items-center justify-end gap-2">
        <p role="status" className="grow text-sm font-medium text-bad">
          {problem && texts[problem]}
        </p>
        <Button onClick={onBack}>{imports.back}</Button>
        <Button look="primary" disabled={problem !== undefined} onClick={onNext}>
          {imports.next}
        </Button>
      </div>
    </>
  )
}

const columnsWith = (change: Change): PlainColumn<IndexedColumn>[] =>
  columnsOf(texts, {
    column: {
      cell: ({ header }) => (
        <span className="block max-w-48 truncate font-medium" title={header}>
          {header}
        </span>
      ),
    },
    examples: {
      cell: ({ examples }) => (
        <span className="block max-w-72 truncate text-soft" title={examples.join(', ')}>
          {examples.join(', ')}
        </span>
      ),
    },
    type: { cell: ({ type }) => <Badge>{imports.types[type]}</Badge> },
    target: { cell: (column) => <TargetChoice column={column} change={change} /> },
  })

function TargetChoice({ column, change }: { column: IndexedColumn; change: Change }) {
  const { header, target, key, index, isNew } = column
  return (
    <span className="flex items-center gap-2">
      <Select
        label={texts.targetOf(header)}
        value={target}
        options={TARGETS}
        onChange={(chosen: Target) => change(index, { target: chosen })}
      />
      {target === 'data' && (
        <input
          aria-label={texts.keyOf(header)}
          value={key}
          maxLength={MAX_KEY_LENGTH}
          onChange={({ target: input }) => change(index, { key: input.value })}
          className={`${inputClass} max-w-44 min-w-28`}
        />
      )}
      {isNew && <Badge>{texts.newKey}</Badge>}
      {target === 'topic' && <TopicChoice column={column} change={change} />}
    </span>
  )
}

function TopicChoice({
  column: { header, topic, index },
  change,
}: {
  column: IndexedColumn
  change: Change
}) {
  const { topics, find } = useTopics()
  const unknown = topic === '' ? texts.chooseTopic : topic
  return (
    <Select
      label={texts.topicOf(header)}
      value={topic}
      options={[
        ...(find(topic) ? [] : [{ value: topic, label: unknown }]),
        ...topics.map(({ key, name }) => ({ value: key, label: name })),
      ]}
      onChange={(key) => change(index, { topic: key })}
    />
  )
}
