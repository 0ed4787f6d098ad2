/** What keeps a connection from being made, as far as people have to do different things about it. */
export type ConnectionCause =
  | 'unknown-ca'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-name'
  | 'plain-http'
  | 'tls'
  | 'dns'
  | 'refused'
  | 'silent'
  | 'behind-proxy'
  | 'no-http'
  | 'large-header'
  | 'ca-bundle';

interface Known {
  readonly cause: ConnectionCause;
  readonly pattern: RegExp;
  /** What is the matter, in words that need no book of codes; what the system says follows it. */
  readonly words: string;
  readonly cure: string;
}

/** The first that fits counts. Codes of the system come before words, which may be part of a host's name. */
const causes: readonly Known[] = [
  {
    cause: 'wrong-name',
    pattern: /certificate's altnames|ERR_TLS_CERT_ALTNAME_INVALID|hostname.*(?:match|mismatch)/i,
    words: 'its certificate is for another name',
    cure: 'Write the name that the certificate has, or have a certificate made for this one.',
  },
  {
    cause: 'dns',
    pattern: /ENOTFOUND|EAI_AGAIN/,
    words: 'the name is not known to DNS',
    cure: 'Check its spelling, the network and the VPN.',
  },
  {
    cause: 'refused',
    pattern: /ECONNREFUSED/,
    words: 'nothing listens there',
    cure: 'Check host and port, and whether the server runs.',
  },
  {
    cause: 'silent',
    pattern: /no answer within|did not answer|ETIMEDOUT|OAUTH_TIMEOUT/,
    words: 'it does not answer',
    cure: 'Check the network and the firewall.',
  },
  {
    cause: 'behind-proxy',
    pattern: /a proxy answers, and the issuer behind it does not/,
    words: 'a proxy answers, and the issuer behind it does not',
    cure: 'See on that machine whether the issuer runs and listens where the proxy asks.',
  },
  {
    cause: 'expired',
    pattern: /certificate has expired|CERT_HAS_EXPIRED/i,
    words: 'its certificate has expired',
    cure: 'Have the certificate renewed; no setting of a reader helps. See that the clock of this machine is right.',
  },
  {
    cause: 'not-yet-valid',
    pattern: /certificate is not yet valid|CERT_NOT_YET_VALID/i,
    words: 'its certificate is not valid yet',
    cure: 'See that the clock of this machine is right; else have the certificate made anew.',
  },
  {
    cause: 'unknown-ca',
    pattern: /self.signed|local issuer|unable to verify|first certificate|issuer cert|SELF_SIGNED|UNABLE_TO/i,
    words: 'its certificate is signed by a CA that is not known here',
    cure: 'Name the file of the CA that signs its certificate in remote_ssl_ca_bundle; where an intermediate is missing, have the server send its whole chain.',
  },
  {
    cause: 'ca-bundle',
    pattern: /setting remote_ssl_ca_bundle/,
    words: 'the file of its CA cannot be used',
    cure: 'Correct remote_ssl_ca_bundle.',
  },
  {
    cause: 'plain-http',
    pattern:
      /speaks plain http|wrong version number|packet length too long|EPROTO.*(?:unknown protocol|http request)|ERR_SSL_WRONG_VERSION_NUMBER/i,
    words: 'it speaks plain http on that port, and the address says https',
    cure: 'Write http:// where that is meant, or the port on which it speaks TLS.',
  },
  {
    cause: 'large-header',
    pattern: /Header overflow|HPE_HEADER_OVERFLOW/,
    words: 'the headers of its answer are larger than is read',
    cure: 'Check the address; no Precept server answers like that, and perhaps a proxy between adds them.',
  },
  {
    cause: 'no-http',
    pattern: /Parse Error|HPE_/,
    words: 'what listens there does not speak HTTP',
    cure: 'Check host and port.',
  },
  {
    cause: 'tls',
    pattern: /\b(?:SSL|TLS|EPROTO|alert)\b/i,
    words: 'no TLS connection comes about',
    cure: 'See which versions of TLS and which certificates of clients the server wants.',
  },
];

/** What the text of a failed connection means, and what to do; null for a text that is not known. */
export function connectionCause(reason: string): Omit<Known, 'pattern'> | null {
  return causes.find(({ pattern }) => pattern.test(reason)) ?? null;
}

/** What is the matter in plain words, with what the system says behind it. */
export function explainConnection(reason: string): string {
  const known = connectionCause(reason);
  return known === null ? reason : `${known.words} (${reason})`;
}
