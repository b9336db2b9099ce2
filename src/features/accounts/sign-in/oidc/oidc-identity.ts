/** What the table of credentials calls the OpenID Connect provider. */
export const OIDC_PROVIDER_ID = 'oidc'

/** A person at a provider. The issuer is part of it: another provider may give the same subject to somebody else. */
export const subjectOf = ({ iss, sub }: { iss: string; sub: string }): string => `${iss} ${sub}`
