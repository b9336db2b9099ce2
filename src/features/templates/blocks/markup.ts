// Texts of blocks in MJML.

/** Quotation marks stay: Liquid in a text may need them. */
export const inText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const inAttribute = (text: string): string => inText(text).replaceAll('"', '&quot;')

export const withBreaks = (text: string): string => inText(text).replaceAll(/\r?\n/g, '<br />')

/** The attribute for a link; none if it is empty. */
export const linkTo = (href: string): string => (href === '' ? '' : ` href="${inAttribute(href)}"`)
