export const WEBHOOK_TABS = ['deliveries', 'settings'] as const
