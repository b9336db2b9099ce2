import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { curlTexts } from './curl.texts.ts'
import { SAMPLE_EMAIL, sendSamples } from './send-samples.ts'

/** For empty lists. A key is shown only when it is made, so its place is marked. */
export function SendSample() {
  const { account } = useProject()
  return <CodeSnippet samples={sendSamples(account.instance.publicUrl, curlTexts.yourKey, SAMPLE_EMAIL)} />
}
