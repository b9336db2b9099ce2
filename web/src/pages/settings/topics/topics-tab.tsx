import { BookOpen, Tags } from 'lucide-react'
import { useState } from 'react'
import { topicListQuery } from '../../../api/audience/topics.ts'
import type { UsedTopic } from '../../../api/audience/topics.ts'
import { useDialogParam } from '../../../app/page-search.ts'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { EmptyState } from '../../../components/notices/empty-state.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Card } from '../../../components/page.tsx'
import { CreateButton } from '../../../patterns/list-page/list-page.tsx'
import { PlainList } from '../../../patterns/list/plain-list.tsx'
import { useList } from '../../../patterns/list/use-list.ts'
import { RoleNotice } from '../../../patterns/role/role-notice.tsx'
import { DeleteTopicDialog } from './delete-topic-dialog.tsx'
import { topicColumns } from './topic-columns.tsx'
import { TopicForm } from './topic-form.tsx'
import { topicTexts as texts } from './topics.texts.ts'

/** By id, so that a dialog shows the topic as it was loaded last. */
type PendingAction = { id: string; to: 'edit' | 'delete' }

export function TopicsTab() {
  const { api, may } = useProject()
  const creating = useDialogParam('create')
  const [pending, setPending] = useState<PendingAction>()
  const list = useList(topicListQuery(api), 'topics')
  const subjectOf = (to: PendingAction['to']) =>
    pending?.to === to ? list.rows.find(({ id }) => id === pending.id) : undefined
  const start = (to: PendingAction['to']) => (topic: UsedTopic) => setPending({ id: topic.id, to })
  const close = () => setPending(undefined)
  const columns = topicColumns({
    onEdit: may('member') ? start('edit') : undefined,
    onDelete: may('admin') ? start('delete') : undefined,
  })
  const edited = subjectOf('edit')
  const isEmpty = list.total === 0
  return (
    <>
      <RoleNotice needs="member" />
      <Card {...(!isEmpty && { title: texts.title, actions: <CreateButton label={texts.create} /> })} isFlush>
        {!isEmpty && <p className="max-w-2xl px-4 pb-2 text-sm text-soft">{texts.text}</p>}
        <PlainList label={texts.list} list={list} columns={columns} empty={<NoTopics />} />
      </Card>
      <Dialog
        title={texts.form.createTitle}
        description={texts.form.createText}
        isOpen={creating.isOpen}
        onClose={creating.onClose}
      >
        <TopicForm topic={undefined} taken={list.rows.map(({ key }) => key)} onClose={creating.onClose} />
      </Dialog>
      <Dialog title={texts.form.editTitle(edited?.name ?? '')} isOpen={edited !== undefined} onClose={close}>
        {edited && <TopicForm topic={edited} taken={[]} onClose={close} />}
      </Dialog>
      <DeleteTopicDialog topic={subjectOf('delete')} onClose={close} />
    </>
  )
}

function NoTopics() {
  return (
    <EmptyState
      icon={<Tags />}
      texts={texts.empty}
      buttons={
        <>
          <CreateButton label={texts.create} />
          <a href="/docs/#tag/topics" target="_blank" rel="noreferrer" className={buttonClass()}>
            <BookOpen aria-hidden />
            {texts.docs}
          </a>
        </>
      }
    />
  )
}
