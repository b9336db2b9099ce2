import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { draftTexts } from './draft.texts.ts'

const { leave: texts } = draftTexts

/** `flush` saves now and throws if that fails. Without it only its author saves the record. */
type LeaveCheckProps = { isUnsaved: boolean; flush?: () => Promise<void> }

/** Saves a draft when its page is left, and asks if that fails or if there is nothing that saves by itself. */
export function LeaveCheck({ isUnsaved, flush }: LeaveCheckProps) {
  const { status, proceed, reset } = useBlocker({
    withResolver: true,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: ({ current, next }) =>
      isUnsaved &&
      current.pathname !== next.pathname &&
      (flush === undefined ||
        flush().then(
          () => false,
          () => true,
        )),
  })
  return (
    <ConfirmDialog
      title={texts.title}
      description={flush ? texts.failed : texts.text}
      isOpen={status === 'blocked'}
      submit={texts.go}
      cancel={texts.stay}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    />
  )
}
