/** Addresses that a browser visits on its way, at most. */
const stepsMax = 12;

export interface TestBrowser {
  /** Opens an address and follows it to a page of the app, whose path and query it returns. */
  readonly visit: (address: string) => Promise<string>;
  /** Opens an address without following it, and returns where it leads. */
  readonly step: (address: string, headers?: Readonly<Record<string, string>>) => Promise<string>;
  readonly post: (path: string, body: object, token?: string) => Promise<Response>;
  readonly cookie: (name: string) => string | undefined;
}

/** A browser with cookies of its own. The public address leads to the service of the test. */
export function openBrowser(publicUrl: string, serviceUrl: string): TestBrowser {
  const cookies = new Map<string, Map<string, string>>();
  const jarOf = (address: string) => {
    const { host } = new URL(address);
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    return jar;
  };

  async function send(address: string, init: RequestInit = {}): Promise<Response> {
    const jar = jarOf(address);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const target = address.startsWith(publicUrl) ? serviceUrl + address.slice(publicUrl.length) : address;
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(target, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  async function step(address: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await send(new URL(address, publicUrl).href, { headers: { accept: 'text/html', ...headers } });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${address} leads nowhere: ${response.status} ${await response.text()}`);
    await response.body?.cancel();
    return new URL(location, new URL(address, publicUrl)).href;
  }

  return {
    step,
    visit: async (address) => {
      let at = await step(address);
      for (let steps = 0; steps < stepsMax; steps += 1) {
        if (at.startsWith(`${publicUrl}/auth?`) || at.startsWith(`${publicUrl}/settings`)) {
          return at.slice(publicUrl.length);
        }
        at = await step(at);
      }
      throw new Error(`The browser goes in circles: ${at}`);
    },
    post: (path, body, token) =>
      send(publicUrl + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
    cookie: (name) => jarOf(publicUrl).get(name),
  };
}
