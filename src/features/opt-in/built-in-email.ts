import { directionOf } from '../../platform/text/languages.ts'
import type { Language } from '../../platform/text/languages.ts'
import { EMAIL_WORDS } from './email-words.ts'

export type EmailParts = {
  subject: string
  html: string
  text: string
  /** The variables in it. */
  variables: readonly string[]
  isPlain: boolean
}

/** The confirmation without a template. The name of the project is a variable, so that all projects share the words. */
export function builtInEmail(language: Language): EmailParts {
  const words = EMAIL_WORDS[language]
  const fill = (text: string) => text.replaceAll('{project}', '{{ lm_project_name }}')
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;padding:24px;background-color:#f4f4f5;color:#18181b;font:16px/1.55 Arial,Helvetica,sans-serif">
<div style="margin:0 auto;padding:24px;max-width:560px;background-color:#ffffff;border-radius:12px">
<p style="margin:0 0 20px">${fill(words.text)}</p>
<p style="margin:0 0 20px"><a href="{{ confirmUrl }}" style="display:inline-block;padding:12px 24px;border-radius:8px;background-color:#1d4ed8;color:#ffffff;font-weight:bold;text-decoration:none">${words.action}</a></p>
<p style="margin:0 0 20px;color:#52525b;font-size:14px">${words.link}<br><a href="{{ confirmUrl }}" style="color:#1d4ed8;word-break:break-all">{{ confirmUrl }}</a></p>
<p style="margin:0;color:#52525b;font-size:14px">${words.ignore}</p>
</div>
</body>
</html>`
  const text = `${fill(words.text)}\n\n${words.action}: {{ confirmUrl }}\n\n${words.ignore}\n`
  return {
    subject: fill(words.subject),
    html,
    text,
    variables: ['confirmUrl', 'lm_project_name'],
    isPlain: true,
  }
}
