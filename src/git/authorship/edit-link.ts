/** Where a file of a repository is edited in a browser. */
export interface EditPlace {
  /** Below the root of the repository, with forward slashes. */
  readonly path: string;
  readonly branch: string;
  readonly line: number;
}

const forms: readonly { readonly host: RegExp; link(base: string, place: EncodedPlace): string }[] = [
  { host: /gitlab/, link: (base, { file, line }) => `${base}/-/edit/${file}#L${line}` },
  {
    host: /^(?:www\.)?bitbucket\.org$/,
    link: (base, { file, line }) => `${base}/src/${file}?mode=edit#lines-${line}`,
  },
  { host: /gitea|forgejo|^codeberg\.org$/, link: (base, { file }) => `${base}/_edit/${file}` },
  { host: /github/, link: (base, { file, line }) => `${base}/edit/${file}#L${line}` },
];

interface EncodedPlace {
  /** Branch and path, fit for an address. */
  readonly file: string;
  readonly line: number;
}

/** The page on which a hosting service edits a line of a file; null for a service that is not known. */
export function editLink(remote: string, { path, branch, line }: EditPlace): string | null {
  const base = webAddress(remote);
  if (base === null) return null;
  const form = forms.find(({ host }) => host.test(base.hostname));
  const file = [branch, path]
    .flatMap((part) => part.split('/'))
    .map(encodeURIComponent)
    .join('/');
  return form?.link(`${base.origin}${base.pathname}`, { file, line }) ?? null;
}

/** The web page of a repository by the address of a remote, without credentials: `git@host:owner/name.git` is one too. */
function webAddress(remote: string): URL | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(remote)
    ? remote
    : remote.replace(/^(?:[^@/:]+@)?([\w.-]{2,}):(?!\\)\/*/, 'ssh://$1/');
  if (!URL.canParse(address)) return null;
  const { protocol, hostname: name, host, pathname } = new URL(address);
  const hostname = name.toLowerCase();
  if (!/^(?:https?|ssh|git|git\+ssh):$/.test(protocol) || !/^[\w.-]+$/.test(hostname)) return null;
  const path = pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  if (!/^\/[^?#]+\/[^?#]+$/.test(path)) return null;
  // The port of ssh is not that of the web server.
  const origin = protocol.startsWith('http') ? `${protocol}//${host}` : `https://${hostname}`;
  const web = `${origin}${path}`;
  return URL.canParse(web) ? new URL(web) : null;
}
