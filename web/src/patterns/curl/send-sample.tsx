import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { curlTexts } from './curl.texts.ts'
import { SAMPLE_EMAIL, sendSamples } from './send-samples.ts'

/** For empty lists. The API shows a key only when it is created, so the sample has a placeholder. */
export function SendSample() {
  const { account } = useProject()
  return <CodeSnippet samples={sendSamples(account.instance.publicUrl, curlTexts.yourKey, SAMPLE_EMAIL)} />
}
