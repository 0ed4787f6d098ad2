/** What an access token says of its bearer, once it is verified. */
export type Claims = Readonly<Record<string, unknown>>;
