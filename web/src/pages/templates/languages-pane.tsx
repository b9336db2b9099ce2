// The translations of a template: one language at a time, with its preview. Saved by itself, because the draft on the left is the
// template in its own language.
import { Languages, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { saveTemplate, templateQuery } from '../../api/content/templates.ts'
import type { Template } from '../../api/content/templates.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { CodeEditor } from '../../components/code/code-editor.tsx'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Select } from '../../components/forms/select.tsx'
import { PreviewPane } from '../../patterns/email-editor/preview-pane.tsx'
import type { PreviewValues } from '../../patterns/email-editor/preview-values.ts'
import { useRenderedDraft } from '../../patterns/email-editor/use-rendered-draft.ts'
import { useVariables } from '../../patterns/email-editor/use-variables.ts'
import { editor } from './editor.texts.ts'
import type { TemplateDraft } from './use-template-draft.ts'

const { languages: texts } = editor

type LanguagesPaneProps = {
  template: Template
  draft: TemplateDraft
  values: PreviewValues
  isReadOnly: boolean
}

export function LanguagesPane({ template, draft, values, isReadOnly }: LanguagesPaneProps) {
  const { languages } = template
  const [chosen, setChosen] = useState(languages[0])
  const [isNew, setIsNew] = useState(false)
  const shown = isNew ? undefined : languages.find((one) => one === chosen)
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        {shown !== undefined && (
          <Select
            label={texts.choose}
            prefix={`${texts.choose}:`}
            value={shown}
            options={languages.map((one) => ({ value: one, label: one }))}
            onChange={setChosen}
          />
        )}
        {!isReadOnly && !isNew && (
          <Button size="small" icon={<Languages />} onClick={() => setIsNew(true)}>
            {texts.add}
          </Button>
        )}
        <span className="text-xs text-soft">
          {languages.length === 0 && !isNew ? texts.none : texts.hint}
        </span>
      </div>
      {(isNew || shown !== undefined) && (
        <Translation
          key={shown ?? 'new'}
          template={template}
          draft={draft}
          language={shown}
          values={values}
          isReadOnly={isReadOnly}
          onSaved={(language) => {
            setIsNew(false)
            setChosen(language)
          }}
        />
      )}
    </div>
  )
}

type TranslationProps = LanguagesPaneProps & {
  /** Undefined for a new one. */
  language: string | undefined
  onSaved: (language: string | undefined) => void
}

function Translation({ template, draft, language, values, isReadOnly, onSaved }: TranslationProps) {
  const { api } = useProject()
  const variables = useVariables()
  // A new one starts with the texts of the template, to be translated.
  const saved = (language === undefined ? undefined : template.translations[language]) ?? template
  const [tag, setTag] = useState(language ?? '')
  const [subject, setSubject] = useState(saved.subject)
  const [previewText, setPreviewText] = useState(saved.previewText ?? '')
  const [body, setBody] = useState(saved.body)
  const fields = { subject, body, previewText: previewText === '' ? null : previewText }
  const state = useRenderedDraft({ ...fields, type: template.type, text: null }, values)
  const save = useChange({
    call: (call, texted: typeof fields | null) =>
      saveTemplate(call, template.id, { translations: { [tag]: texted }, ifVersion: template.version }),
    record: templateQuery(api, template.id),
    refreshes: ['/templates', `/templates/${template.id}/versions`],
    done: (_saved, texted) => (texted === null ? texts.removed(tag) : texts.saved(tag)),
    onSuccess: (version, texted) => {
      // Not a save by somebody else: unsaved changes on the left stay as they are.
      draft.setDraft((old) => ({ ...old, base: version }))
      onSaved(texted === null ? version.languages[0] : tag)
    },
  })
  return (
    <>
      <div className="flex flex-col gap-3 border-b border-line p-4">
        {language === undefined && (
          <TextField label={texts.tag} hint={texts.tagHint} maxLength={15} value={tag} onText={setTag} />
        )}
        <TextField
          label={texts.subject}
          maxLength={998}
          value={subject}
          disabled={isReadOnly}
          onText={setSubject}
        />
        <TextField
          label={texts.previewText}
          maxLength={255}
          value={previewText}
          disabled={isReadOnly}
          onText={setPreviewText}
        />
        <div className="h-56 overflow-hidden rounded-lg border border-line">
          <CodeEditor
            label={texts.body}
            variables={variables}
            value={body}
            onChange={setBody}
            problem={state.mark}
            jump={undefined}
            isReadOnly={isReadOnly}
          />
        </div>
        {!isReadOnly && (
          <div className="flex gap-2">
            <Button
              look="primary"
              icon={<Save />}
              isBusy={save.isPending}
              disabled={tag === ''}
              onClick={() => save.mutate(fields)}
            >
              {texts.save}
            </Button>
            {language !== undefined && (
              <Button look="danger" icon={<Trash2 />} onClick={() => save.mutate(null)}>
                {texts.remove}
              </Button>
            )}
          </div>
        )}
      </div>
      <PreviewPane state={state} values={values} />
    </>
  )
}
