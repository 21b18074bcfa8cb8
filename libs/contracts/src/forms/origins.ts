/** The message for every entry that is not an accepted origin. */
export const originMessage = 'Origin must start with https://';

const wildcardPrefix = 'https://*.';
const bareOrigin = /^https?:\/\/[^/\\?#@\s\p{Cc}]+\/?$/iu;
const localEntry = /^(?:http:\/\/)?(localhost|127\.0\.0\.1):(\d{1,5})\/?$/i;
const isLocal = (entry: string) => /^(?:localhost|127\.0\.0\.1):/.test(entry);

/**
 * Normalizes an allowed-origin entry to the form that is stored and compared. Returns null if it is invalid. Valid
 * entries are `https://host[:port]`, `https://*.domain[:port]`, and `localhost:port` or `127.0.0.1:port` for
 * development.
 */
export function normaliseOrigin(entry: string): string | null {
  const text = entry.trim();
  const [, local, port] = localEntry.exec(text) ?? [];
  if (local !== undefined) return normaliseLocal(local.toLowerCase(), Number(port));
  if (text.slice(0, wildcardPrefix.length).toLowerCase() === wildcardPrefix) {
    const domain = parseOrigin(`https://${text.slice(wildcardPrefix.length)}`);
    return domain && isWildcardBase(domain.hostname) ? wildcardPrefix + hostOf(domain) : null;
  }
  const url = parseOrigin(text);
  return url?.protocol === 'https:' && !url.hostname.includes('*') ? `https://${hostOf(url)}` : null;
}

/** Decides whether a request may submit by its origin, which is null if the request has none that can be read. */
export type OriginRule = (origin: string | null) => boolean;

/** Compiles a form's list of normalised entries. An empty list allows every website. */
export function compileOriginRule(entries: readonly string[]): OriginRule {
  if (entries.length === 0) return () => true;
  const exact = new Set<string>();
  const wildcards: { suffix: string; port: string }[] = [];
  for (const entry of entries) {
    if (entry.startsWith(wildcardPrefix)) {
      const base = new URL(`https://${entry.slice(wildcardPrefix.length)}`);
      wildcards.push({ suffix: `.${base.hostname}`, port: base.port });
    } else {
      // Browsers omit port 80, and `URL` does too.
      exact.add(isLocal(entry) ? new URL(`http://${entry}`).origin : entry);
    }
  }
  return (origin) => {
    if (origin === null) return false;
    if (exact.has(origin)) return true;
    const url = parseOrigin(origin);
    if (!url) return false;
    const host = hostOf(url);
    if (exact.has(`${url.protocol}//${host}`)) return true;
    if (url.protocol !== 'https:') return false;
    const hostname = withoutTrailingDot(url.hostname);
    return wildcards.some(({ suffix, port }) => port === url.port && hostname.endsWith(suffix));
  };
}

/** An origin that matches an entry, for examples and tests. */
export function exampleOrigin(entry: string): string {
  if (isLocal(entry)) return `http://${entry}`;
  return entry.startsWith(wildcardPrefix) ? `https://www.${entry.slice(wildcardPrefix.length)}` : entry;
}

/** The origin that a request claims: its `Origin` header, or the origin of its `Referer`, or null. */
export function requestOrigin(headers: { origin?: string | undefined; referer?: string | undefined }): string | null {
  if (headers.origin !== undefined) return ['', 'null'].includes(headers.origin) ? null : headers.origin;
  if (headers.referer === undefined || !URL.canParse(headers.referer)) return null;
  const { origin } = new URL(headers.referer);
  return origin === 'null' ? null : origin;
}

/**
 * Parses a bare origin. The text itself is checked because `URL` is too lenient: it silently drops line breaks and
 * tabs, an empty query, user or fragment, and a path that leads nowhere (`/..`).
 */
function parseOrigin(text: string): URL | null {
  if (!bareOrigin.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const hasEmptyLabel = withoutTrailingDot(url.hostname).split('.').includes('');
  return hasEmptyLabel || url.port === '0' ? null : url;
}

function hostOf(url: URL): string {
  const hostname = withoutTrailingDot(url.hostname);
  return url.port === '' ? hostname : `${hostname}:${url.port}`;
}

/** `example.com.` is the same host as `example.com`: the dot only marks the name as complete. */
function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

/** A wildcard over a single label (`*.com`) or an address would match other people's sites. */
function isWildcardBase(hostname: string): boolean {
  const name = withoutTrailingDot(hostname);
  const isAddress = name.startsWith('[') || /^\d+(\.\d+){3}$/.test(name);
  return name.includes('.') && !isAddress && !name.includes('*');
}

function normaliseLocal(host: string, port: number): string | null {
  return port > 0 && port <= 65_535 ? `${host}:${port}` : null;
}
