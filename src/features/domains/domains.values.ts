/** The purposes of the DNS records of a domain. */
export const RECORD_PURPOSES = ['dkim', 'return-path', 'spf', 'dmarc', 'tracking'] as const
