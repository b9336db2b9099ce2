import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { contactFieldsQuery } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { CodeEditor } from '../../components/code/code-editor.tsx'
import { emailEditor as texts } from './email-editor.texts.ts'

/** What every email can use, besides the data of the contact. */
const OWN_VARIABLES = [
  'email',
  'id',
  'subscribed',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
  'browserUrl',
]

type BodyEditorProps = Omit<Parameters<typeof CodeEditor>[0], 'label' | 'variables'>

/** The code of an email, with the variables of this project on offer. */
export function BodyEditor(props: BodyEditorProps) {
  const { api } = useProject()
  const { data } = useQuery(contactFieldsQuery(api))
  const variables = useMemo(() => [...OWN_VARIABLES, ...(data?.fields.map(({ key }) => key) ?? [])], [data])
  return <CodeEditor label={texts.code} variables={variables} {...props} />
}
