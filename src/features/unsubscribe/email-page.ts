import { escapeHtml } from '../../platform/liquid/value-text.ts'

type Content = { subject: string; html: string; text: string }

/** Without the tracking pixel, because links are passed on, and the reader may not be the recipient. */
export function emailPage({ subject, html, text }: Content, { pixel }: { pixel: string }): string {
  if (html === '') return textPage(subject, text)
  return html.replaceAll(new RegExp(`[^"'\\s]*/o/${pixel}`, 'g'), '')
}

const textPage = (subject: string, text: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body>
<pre style="white-space:pre-wrap;font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem">${escapeHtml(text)}</pre>
</body>
</html>
`
