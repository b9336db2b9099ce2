import { CodeEditor } from '../../components/code/code-editor.tsx'
import { emailEditor as texts } from './email-editor.texts.ts'
import { useVariables } from './use-variables.ts'

/** The code of an email, with completion of the project's variables. */
export function BodyEditor(props: Omit<Parameters<typeof CodeEditor>[0], 'label' | 'variables'>) {
  const variables = useVariables()
  return <CodeEditor label={texts.code} variables={variables} {...props} />
}
