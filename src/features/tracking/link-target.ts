import { compileTemplate } from '../../platform/liquid/compile.ts'

/**
 * Where a link of a content leads for one recipient, as a browser would read it: what may not stand in a URL is
 * percent-encoded. Scheme and host are those that the author wrote, whatever the values are; undefined if that cannot be
 * said, which finishContent sees to.
 */
export function targetOf(link: string, variables: Record<string, unknown>): string | undefined {
  const written = parse(link.split('{{', 1)[0] ?? '')
  const target = link.includes('{{')
    ? parse(compileTemplate({ subject: link, html: '', text: '' }).render(variables).subject)
    : written
  const isSafe =
    written !== undefined &&
    target !== undefined &&
    /^https?:$/.test(target.protocol) &&
    target.origin === written.origin
  return isSafe ? target.href : undefined
}

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
