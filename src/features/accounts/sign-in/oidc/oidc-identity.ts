/** The provider_id of the OpenID Connect provider in `credentials`. */
export const OIDC_PROVIDER_ID = 'oidc'

/** Includes the issuer, because another provider may give the same subject to another person. */
export const subjectOf = ({ iss, sub }: { iss: string; sub: string }): string => `${iss} ${sub}`
