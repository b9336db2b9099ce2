import { deleteTopic } from '../../../api/audience/topics.ts'
import type { UsedTopic } from '../../../api/audience/topics.ts'
import { useChange } from '../../../app/use-change.ts'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { UseList } from '../../../patterns/uses/uses.tsx'
import { topicTexts } from './topics.texts.ts'

const { deleting: texts } = topicTexts

type Props = { topic: UsedTopic | undefined; onClose: () => void }

/** Shows what uses the topic; the server decides. */
export function DeleteTopicDialog({ topic, onClose }: Props) {
  const remove = useChange({
    call: deleteTopic,
    done: texts.done,
    // After a refusal, the list tells what uses the topic now.
    refreshes: ['/topics'],
    showsError: true,
    onSuccess: onClose,
  })
  const uses = topic?.usedBy ?? []
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      title={texts.title(topic?.name ?? '')}
      description={texts.text}
      cancel={texts.cancel}
      submit={texts.submit}
      isOpen={topic !== undefined}
      isBusy={remove.isPending}
      isDisabled={uses.length > 0}
      onClose={close}
      onConfirm={() => topic && remove.mutate(topic.id)}
    >
      <div className="flex flex-col gap-4">
        <UseList text={texts.blocked} hint={texts.blockedHint} uses={uses} />
        {remove.isError && uses.length === 0 && <ErrorNotice error={remove.error} />}
      </div>
    </ConfirmDialog>
  )
}
