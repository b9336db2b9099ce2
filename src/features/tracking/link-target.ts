import { compileTemplate } from '../../platform/liquid/compile.ts'

/**
 * The target of a link for one recipient, percent-encoded as a browser would. Values cannot change the scheme and host that
 * the author wrote; otherwise the result is undefined, which finishContent prevents.
 */
export function targetOf(link: string, variables: Record<string, unknown>): string | undefined {
  const authored = parse(link.split('{{', 1)[0] ?? '')
  const target = link.includes('{{')
    ? parse(compileTemplate({ subject: link, html: '', text: '' }).render(variables).subject)
    : authored
  const isSafe =
    authored !== undefined &&
    target !== undefined &&
    /^https?:$/.test(target.protocol) &&
    target.origin === authored.origin
  return isSafe ? target.href : undefined
}

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
