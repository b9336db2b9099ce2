/** How a connection to a mail server is encrypted. */
export const TLS_MODES = ['implicit', 'required', 'opportunistic'] as const
export type TlsMode = (typeof TLS_MODES)[number]

/** `smtp`: a relay. `ses`: the API of Amazon SES. `mx`: the mail servers of recipients. */
export const TRANSPORT_TYPES = ['smtp', 'ses', 'mx'] as const
export type TransportType = (typeof TRANSPORT_TYPES)[number]
