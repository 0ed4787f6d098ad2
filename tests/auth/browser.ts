/** A browser as far as a login needs one: it follows redirects, keeps cookies and fills in forms. */
export interface ScriptedBrowser {
  /** What it keeps: `host name` -> value. */
  readonly cookies: Map<string, string>;
  /** Each Set-Cookie line that it got. */
  readonly lines: readonly string[];
  /** One request with its cookies, of which it keeps those of the answer; redirects are not followed. */
  send(url: string, init?: RequestInit): Promise<Response>;
  /** Loads a page, following redirects; gives the last answer and where it came from. */
  open(url: string): Promise<Page>;
  submit(page: Page, fields: Readonly<Record<string, string>>, action?: RegExp): Promise<Page>;
}

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser with nothing in it; a redirect to an address with `stop` in it is where it ends, and not asked for. */
export function createBrowser(stop?: string): ScriptedBrowser {
  const cookies = new Map<string, string>();

  const lines: string[] = [];

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const cookie = [...cookies]
      .filter(([key]) => key.startsWith(`${host} `))
      .map(([key, value]) => `${key.slice(host.length + 1)}=${value}`);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html,*/*;q=0.8',
        ...(init.headers as Record<string, string>),
        cookie: cookie.join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(`${host} ${name}`);
      else cookies.set(`${host} ${name}`, value);
    }
    return response;
  }

  async function load(start: string, init: RequestInit = {}): Promise<Page> {
    let url = start;
    let request = init;
    for (let hops = 0; hops < 20; hops++) {
      const response = await send(url, request);
      const location = response.headers.get('location');
      if (location === null) {
        return { url, status: response.status, headers: response.headers, text: await response.text() };
      }
      await response.body?.cancel();
      url = new URL(location, url).href;
      if (stop !== undefined && url.includes(stop))
        return { url, status: response.status, headers: response.headers, text: '' };
      request = {};
    }
    throw new Error('too many redirects');
  }

  return {
    cookies,
    lines,
    send,
    open: (url) => load(url),
    submit(page, fields, action = /./) {
      const forms = [...page.text.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form);
      const form = forms.find((one) => action.test(one));
      if (form === undefined) throw new Error(`no form at ${page.url}: ${page.text.slice(0, 2000)}`);
      const hidden = [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
        const name = /name="([^"]+)"/.exec(input)?.[1];
        const value = /value="([^"]*)"/.exec(input)?.[1];
        return name !== undefined && value !== undefined ? [[name, value] as const] : [];
      });
      const target = /action="([^"]+)"/.exec(form)?.[1] ?? page.url;
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
      return load(new URL(target, page.url).href, { method: 'POST', body });
    },
  };
}

/** Logs in and consents at the provider's own pages; gives the page that the browser ends at. */
export async function approve(browser: ScriptedBrowser, url: string, account: string): Promise<Page> {
  let page = await browser.open(url);
  for (let step = 0; step < 6 && page.url.includes('/interaction/'); step++) {
    page = await browser.submit(page, { login: account, password: 'any' });
  }
  return page;
}

/** Goes to the provider's page and gives up there. */
export async function refuse(browser: ScriptedBrowser, url: string): Promise<Page> {
  const page = await browser.open(url);
  const abort = /href="([^"]*abort[^"]*)"/.exec(page.text)?.[1];
  if (abort === undefined) throw new Error(`no way out at ${page.url}`);
  return browser.open(new URL(abort, page.url).href);
}
