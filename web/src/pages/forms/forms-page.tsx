import { Link } from '@tanstack/react-router'
import { BookOpen, Plus, TextCursorInput } from 'lucide-react'
import { formListQuery } from '../../api/audience/forms.ts'
import type { Form } from '../../api/audience/forms.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { formatCount } from '../../format/number.ts'
import { Time } from '../../format/time.tsx'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useWholeList } from '../../patterns/list/use-whole-list.ts'
import { TopicName } from '../../patterns/topics/topic-name.tsx'
import { FormState } from './form-state.tsx'
import { forms as texts } from './forms.texts.ts'

const EXAMPLE = {
  name: 'Newsletter',
  fields: [
    { key: 'email', label: 'Email', type: 'email' },
    { key: 'data.firstName', label: 'First name', type: 'text' },
  ],
}

const CALLS = [
  { name: texts.calls.list, path: '/forms' },
  { name: texts.calls.create, path: '/forms', method: 'POST' as const, body: EXAMPLE },
]

const SEARCH = {
  textOf: ({ name }: Form) => name,
  sorts: {
    name: ({ name }: Form) => name,
    submissions: ({ submissions }: Form) => submissions,
    createdAt: ({ createdAt }: Form) => createdAt,
  },
}

export function FormsPage() {
  const { api } = useProject()
  const list = useWholeList(formListQuery(api), 'forms', SEARCH)
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={CALLS}
      actions={<NewLink />}
      toolbar={<ListSearch label={listTexts.searchByName} maxLength={100} />}
      empty={<EmptyState icon={<TextCursorInput />} texts={texts.empty} buttons={<FirstSteps />} />}
      table={{ columns: COLUMNS, nameOf: ({ name }) => name, opens: 'form' }}
    />
  )
}

function FirstSteps() {
  return (
    <>
      <NewLink />
      <a href="/docs/#tag/forms" target="_blank" rel="noreferrer" className={buttonClass()}>
        <BookOpen aria-hidden />
        {texts.docs}
      </a>
    </>
  )
}

function NewLink() {
  const { project, may } = useProject()
  if (!may('member')) return null
  return (
    <Link
      to="/app/p/$projectId/forms/new"
      params={{ projectId: project.id }}
      className={buttonClass({ look: 'primary' })}
    >
      <Plus aria-hidden />
      {texts.create}
    </Link>
  )
}

const COLUMNS: Column<Form>[] = columnsOf(texts.columns, {
  name: {
    sort: 'name',
    width: 'minmax(11rem, 2fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="form" id={id}>
        {name}
      </RecordLink>
    ),
  },
  state: { width: '5rem', cell: (form) => <FormState of={form} /> },
  topics: {
    isWideOnly: true,
    width: 'minmax(9rem, 1fr)',
    cell: ({ topics }) =>
      topics.length === 0 ? (
        <span className="text-soft">{texts.noTopics}</span>
      ) : (
        <span className="flex min-w-0 gap-1 overflow-hidden">
          {topics.map((key) => (
            <Badge key={key}>
              <TopicName of={key} />
            </Badge>
          ))}
        </span>
      ),
  },
  submissions: {
    sort: 'submissions',
    width: '7rem',
    align: 'end',
    cell: ({ submissions }) => formatCount(submissions),
  },
  created: {
    sort: 'createdAt',
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
})
