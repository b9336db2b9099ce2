// Values that addresses may hold; apart from what shows them, which is loaded with its page.
export const EMAIL_TABS = ['html', 'text', 'headers', 'source', 'attachments'] as const
export type EmailTab = (typeof EMAIL_TABS)[number]
