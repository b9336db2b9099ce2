import type { Account } from '../../api/accounts/account.ts'
import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import type { Sample } from '../../components/code/code-snippet.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { SAMPLE_EMAIL, sendSamples } from '../../patterns/curl/send-samples.ts'
import { keys as texts } from './keys.texts.ts'

/** The SMTP settings of mail programs. */
function smtpSamples({ publicUrl, smtpPort }: Account['instance'], secret: string): Sample[] {
  if (smtpPort === null) return []
  const settings = [
    ['SMTP_HOST', new URL(publicUrl).hostname],
    ['SMTP_PORT', String(smtpPort)],
    ['SMTP_ENCRYPTION', 'STARTTLS'],
    ['SMTP_USERNAME', texts.use.smtpUser],
    ['SMTP_PASSWORD', secret],
  ]
  const lines = settings.map(([name, value]) => `${name}=${value}`)
  return [{ name: 'SMTP', code: [`# ${texts.use.smtpNote}`, ...lines].join('\n') }]
}

/** Samples that send an email, with the key while it can be shown. */
export function KeySamples({ secret = curlTexts.yourKey }: { secret?: string }) {
  const { instance } = useProject().account
  const samples = [...sendSamples(instance.publicUrl, secret, SAMPLE_EMAIL), ...smtpSamples(instance, secret)]
  return <CodeSnippet samples={samples} />
}
