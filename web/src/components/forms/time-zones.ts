/** The names that this browser knows, to choose from. */
export const TIME_ZONES = Intl.supportedValuesOf('timeZone')
