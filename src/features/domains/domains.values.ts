/** What the DNS records of a domain are for. */
export const RECORD_PURPOSES = ['dkim', 'return-path', 'spf', 'dmarc', 'tracking'] as const
