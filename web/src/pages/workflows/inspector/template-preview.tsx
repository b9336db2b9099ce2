// The template of a step as real contacts get it, in their language. It is written on its own page, so the dialog only shows it.
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { savedTemplateQuery, templateQuery } from '../../../api/content/templates.ts'
import type { Template } from '../../../api/content/templates.ts'
import { usePageSearch } from '../../../app/page-search.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../../components/notices/skeleton.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { PreviewPane } from '../../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../../patterns/email-editor/preview-values.ts'
import { useRenderedDraft } from '../../../patterns/email-editor/use-rendered-draft.ts'
import { useSender } from '../../../patterns/email-editor/use-sender.ts'
import { inspector } from '../inspector.texts.ts'

const { email: texts } = inspector

export function TemplatePreviewButton({ templateId }: { templateId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { change: changeSearch } = usePageSearch()
  const close = () => {
    setIsOpen(false)
    // The page has the same address for other contacts, such as the one whose executions are listed.
    changeSearch({ as: undefined, contact: undefined, view: undefined }, { replace: true })
  }
  return (
    <>
      <Button icon={<Eye />} onClick={() => setIsOpen(true)}>
        {texts.preview}
      </Button>
      <Dialog title={texts.preview} isOpen={isOpen} onClose={close} width="full">
        <LoadedPreview templateId={templateId} />
        <DialogActions>
          <Button look="primary" onClick={close}>
            {texts.done}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function LoadedPreview({ templateId }: { templateId: string }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(templateQuery(api, templateId))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return data ? <Preview template={data} /> : <RowSkeletons />
}

function Preview({ template }: { template: Template }) {
  const values = usePreviewValues()
  const { subject, body, previewText, text, type, from, fromName } = template
  const content = { subject, body, previewText, text, type }
  const state = useRenderedDraft(content, values, savedTemplateQuery(template))
  return (
    <div className="flex h-[60vh] flex-col overflow-y-auto rounded-xl border border-line">
      <PreviewPane state={state} values={values} sender={useSender({ from, fromName })} />
    </div>
  )
}
