/** How a connection to a mail server is encrypted. */
export const TLS_MODES = ['implicit', 'required', 'opportunistic'] as const
export type TlsMode = (typeof TLS_MODES)[number]

export const TRANSPORT_TYPES = ['smtp'] as const
