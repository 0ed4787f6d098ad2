const web = /^https?:\/\//i;

/** An address without what lets someone in: user and password, and the query of a web address. ssh keeps its user, who is no secret. */
export function withoutSecrets(address: string): string {
  const bare = address
    .replace(/^(ssh:\/\/[^:/@]*):[^/@]*@/, '$1@')
    .replace(/^((?!ssh:)[a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
  return web.test(bare) ? bare.replace(/[?#].*$/s, '') : bare;
}

/** The same with `***` in the place of each secret, for people who look at their own settings. */
export function maskSecrets(address: string): string {
  const masked = address.replace(/\/\/[^/\s"]*@/g, '//***@');
  return web.test(masked) ? masked.replace(/([?#]).*$/s, '$1***') : masked;
}

/** What a program or a server says of an address, without the secrets of that address or of any other in it. */
export function withoutSecretsOf(address: string, text: string): string {
  const known = secretsOf(address).sort((a, b) => b.length - a.length);
  const said = known.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return said.replace(/:\/\/[^/\s'"]*@/g, '://').replace(/(https?:\/\/[^\s'"?#]*)[?#][^\s'"]*/gi, '$1');
}

/** Each as it is written in the address, and as it is meant. */
function secretsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, username, password, search, searchParams, hash } = new URL(address);
  const isWeb = web.test(protocol.concat('//'));
  const written = [
    password,
    // A token may take the place of the user.
    ...(isWeb && password === '' ? [username] : []),
    ...(isWeb ? [search.slice(1), hash.slice(1), ...searchParams.values()] : []),
  ];
  const meant = written.flatMap((one) => {
    try {
      return [one, decodeURIComponent(one)];
    } catch {
      return [one];
    }
  });
  // A shorter text is in too many words to be hidden in all of them.
  return [...new Set(meant)].filter((one) => one.length > 2);
}
