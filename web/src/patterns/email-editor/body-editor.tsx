import { useState } from 'react'
import { CodeEditor } from '../../components/code/code-editor.tsx'
import { FieldPicker } from '../field-picker/field-picker.tsx'
import { emailEditor as texts } from './email-editor.texts.ts'
import { useVariables } from './use-variables.ts'

type BodyEditorProps = Omit<Parameters<typeof CodeEditor>[0], 'label' | 'variables' | 'insertion'>

/** The code of an email, with completion of the project's variables and a picker of them. */
export function BodyEditor(props: BodyEditorProps) {
  const variables = useVariables()
  const [insertion, setInsertion] = useState<{ text: string }>()
  return (
    <div className="flex h-full min-h-0 flex-col">
      {props.isReadOnly !== true && (
        <div className="flex shrink-0 items-center justify-between border-b border-line bg-panel py-0.5 pr-2 pl-4">
          <span className="text-xs text-soft">{texts.codeHint}</span>
          <FieldPicker fields={variables} onPick={(text) => setInsertion({ text })} />
        </div>
      )}
      <div className="min-h-0 grow">
        <CodeEditor label={texts.code} variables={variables} insertion={insertion} {...props} />
      </div>
    </div>
  )
}
