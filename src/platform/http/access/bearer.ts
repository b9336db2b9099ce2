/** The key in an Authorization header; undefined if it is not of the form `Bearer <key>`. */
export const bearerOf = (authorization = ''): string | undefined =>
  /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1]
