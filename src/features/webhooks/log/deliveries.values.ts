export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const
