import { Pencil, Trash2 } from 'lucide-react'
import type { UsedTopic } from '../../../api/audience/topics.ts'
import { Button } from '../../../components/forms/button.tsx'
import { Badge } from '../../../components/notices/badge.tsx'
import { columnsOf } from '../../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../../components/tables/plain-table.tsx'
import { formatCount } from '../../../format/number.ts'
import { topicTexts as texts } from './topics.texts.ts'

type Actions = {
  /** Undefined for roles that may not. */
  onEdit: ((topic: UsedTopic) => void) | undefined
  onDelete: ((topic: UsedTopic) => void) | undefined
}

function TopicName({ of: { name, key, description } }: { of: UsedTopic }) {
  return (
    <div className="max-w-80 min-w-40">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium break-words">{name}</span>
        <code className="font-mono text-xs text-soft">{key}</code>
      </p>
      {description !== null && <p className="text-xs text-soft">{description}</p>}
    </div>
  )
}

function OptIn({ of: { optIn } }: { of: UsedTopic }) {
  return (
    <div className="max-w-56 min-w-36">
      <Badge tone={optIn === 'implied' ? 'neutral' : 'accent'}>{texts.optIns[optIn]}</Badge>
      <p className="mt-0.5 text-xs text-soft">{texts.meanings[optIn]}</p>
    </div>
  )
}

function TopicActions({ of: topic, onEdit, onDelete }: Actions & { of: UsedTopic }) {
  return (
    <span className="flex justify-end gap-1.5">
      {onEdit && (
        <Button
          size="small"
          icon={<Pencil />}
          aria-label={texts.editOne(topic.name)}
          onClick={() => onEdit(topic)}
        >
          {texts.edit}
        </Button>
      )}
      {onDelete && (
        <Button
          size="small"
          look="danger"
          icon={<Trash2 />}
          aria-label={texts.deleteOne(topic.name)}
          onClick={() => onDelete(topic)}
        >
          {texts.delete}
        </Button>
      )}
    </span>
  )
}

export const topicColumns = (actions: Actions): PlainColumn<UsedTopic>[] =>
  columnsOf(texts.columns, {
    name: { cell: (topic) => <TopicName of={topic} /> },
    optIn: { cell: (topic) => <OptIn of={topic} /> },
    shown: { isSoft: true, cell: ({ isPublic }) => (isPublic ? texts.shown : texts.hidden) },
    in: { align: 'end', cell: ({ contacts }) => formatCount(contacts.in) },
    out: { align: 'end', cell: ({ contacts }) => formatCount(contacts.out) },
    actions: { isQuiet: true, cell: (topic) => <TopicActions of={topic} {...actions} /> },
  })
