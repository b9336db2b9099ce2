export const TEMPLATE_TYPES = ['TRANSACTIONAL', 'MARKETING'] as const
