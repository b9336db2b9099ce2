/** A domain of the account at Google, in ASCII and lower case. */
export type ListedDomain = { domain: string; isReadable: boolean }
