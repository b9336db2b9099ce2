// A partial alone is not an email. Its preview shows it in the smallest email that it can stand in.

const STARTS_WITH = /^\s*(?:<!--[^]*?-->\s*)*<(mj-[a-z-]+)/i

const OUTERMOST = new Set(['mj-section', 'mj-wrapper', 'mj-hero', 'mj-raw'])

/** The body of an email with this partial. */
export function previewBody(body: string): string {
  const component = STARTS_WITH.exec(body)?.[1]?.toLowerCase()
  if (component === undefined) return body
  const inHead = component === 'mj-attributes' || component === 'mj-style' || component === 'mj-font'
  if (inHead) return `<mjml><mj-head>${body}</mj-head><mj-body></mj-body></mjml>`
  const inSection = component === 'mj-column' || component === 'mj-group'
  const content = OUTERMOST.has(component)
    ? body
    : `<mj-section>${inSection ? body : `<mj-column>${body}</mj-column>`}</mj-section>`
  return `<mjml><mj-body>${content}</mj-body></mjml>`
}
