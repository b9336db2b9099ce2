type Values = Readonly<Record<string, string>>

/**
 * Replaces `{name}` by its value, all in one pass, because a value may contain braces. In right-to-left text values are isolated with
 * Unicode's FSI and PDI.
 */
export const fillPlaceholders = (text: string, values: Values, direction: 'ltr' | 'rtl' = 'ltr'): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return direction === 'rtl' ? `\u2068${value}\u2069` : value
  })
