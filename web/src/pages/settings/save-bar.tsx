import { Button } from '../../components/forms/button.tsx'
import { projectTexts as texts } from './settings.texts.ts'

type SaveBarProps = { isDirty: boolean; isBusy: boolean; onReset: () => void }

/** The buttons below a form of settings; inside its <form>. */
export function SaveBar({ isDirty, isBusy, onReset }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 rounded-xl border border-line bg-panel px-4 py-3 shadow-raised">
      <p role="status" className="min-w-0 grow text-sm text-soft">
        {isDirty ? texts.unsaved : ''}
      </p>
      <Button disabled={!isDirty} onClick={onReset}>
        {texts.reset}
      </Button>
      <Button type="submit" look="primary" disabled={!isDirty} isBusy={isBusy}>
        {texts.save}
      </Button>
    </div>
  )
}
