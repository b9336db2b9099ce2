// Apart from ids.ts, because schemas check ids too and run in the browser, where there is no node:crypto.
/** For regular expression engines without flags. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const UUID = new RegExp(UUID_PATTERN)

export const isUuid = (text: string): boolean => UUID.test(text)
