// The checks of the server before an email is sent, once for each template and language.
import type { Api } from '../../../command.ts'
import type { MatchedEmail } from './judge-story.ts'
import type { StepEmail } from './records.ts'

export type ContentFinding = {
  level: 'error' | 'warning' | 'info'
  message: string
  line: number | null
  suggestion: string | null
}

type EmailToCheck = {
  matched: MatchedEmail
  contactData: Readonly<Record<string, unknown>>
  eventData: object
}

export type EmailChecks = (email: EmailToCheck) => Promise<ContentFinding[]>

const DRAFT_FIELDS = ['subject', 'body', 'blocks', 'previewText', 'text', 'type'] as const

export function createEmailChecks(api: Api): EmailChecks {
  const known = new Map<string, Promise<ContentFinding[]>>()
  return async ({ matched: { step, email }, contactData, eventData }) => {
    const language = typeof contactData['locale'] === 'string' ? contactData['locale'] : undefined
    const key = JSON.stringify([step.templateId ?? step.config, language])
    const data = { ...contactData, ...eventData, event: eventData }
    const findings = known.get(key) ?? readFindings(api, { step, data, language })
    known.set(key, findings)
    const missing = email.missing.map((name): ContentFinding => ({
      level: 'warning',
      message: `{{ ${name} }} has no value, and prints nothing.`,
      line: null,
      suggestion: null,
    }))
    return [...(await findings), ...missing].filter(({ level }) => level !== 'info')
  }
}

type CheckInput = { step: StepEmail; data: object; language: string | undefined }

async function readFindings(api: Api, { step, data, language }: CheckInput): Promise<ContentFinding[]> {
  const { templateId, config } = step
  const draft = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, config[field]]))
  const { findings } =
    templateId === null
      ? await api.compute<{ findings: ContentFinding[] }>('/templates/checks', { ...draft, data })
      : await api.compute<{ findings: ContentFinding[] }>(`/templates/${templateId}/checks`, {
          data,
          language,
        })
  return findings
}

export const findingText = ({ message, line, suggestion }: ContentFinding): string =>
  [
    ...(line === null ? [] : [`line ${line} of its body:`]),
    message,
    ...(suggestion === null ? [] : [suggestion]),
  ].join(' ')
