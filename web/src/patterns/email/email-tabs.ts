// Apart from email-view.tsx, because routes validate tabs before that is loaded.
export const EMAIL_TABS = ['html', 'text', 'headers', 'source', 'attachments'] as const
export type EmailTab = (typeof EMAIL_TABS)[number]
