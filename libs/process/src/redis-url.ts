/** Addresses of Redis Sentinels, and their name for the primary. */
export interface SentinelAddress {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  readonly name: string;
  readonly db: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** True if both Redis and the Sentinels use TLS. */
  readonly isTls: boolean;
}

const sentinelPort = 26_379;
const scheme = /^(rediss?)\+sentinel:\/\//;
const shape = /^(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]+)\/(?<name>[^/?#]+)(?:\/(?<db>\d{1,4}))?(?:\?(?<query>[^#]*))?$/;
const hostAndPort = /^(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<host>[^\s:[\]]+))(?::(?<port>\d{1,5}))?$/i;
const example = 'redis+sentinel://host:26379,host:26379/name-of-the-primary';
const knownParameters = ['sentinelUsername', 'sentinelPassword'];

/**
 * Reads `redis+sentinel://user:password@host:port,host:port/name/db?sentinelUsername=&sentinelPassword=`. Returns null
 * for an address of Redis itself, and fails with what is wrong. A message never holds a part of the address: it has
 * passwords.
 */
export function parseSentinelUrl(url: string): SentinelAddress | null {
  const start = scheme.exec(url);
  if (!start) return null;
  const groups = shape.exec(url.slice(start[0].length))?.groups;
  if (!groups) throw new Error(`must have the form ${example}`);
  const [username, password] = loginOf(groups.login);
  const query = new URLSearchParams(groups.query);
  if ([...query.keys()].some((key) => !knownParameters.includes(key))) {
    throw new Error(`can only have the parameters ${knownParameters.join(' and ')}`);
  }
  return {
    sentinels: (groups.hosts ?? '').split(',').map(readHost),
    name: decode(groups.name ?? ''),
    db: Number(groups.db ?? 0),
    username,
    password,
    sentinelUsername: query.get('sentinelUsername') || undefined,
    sentinelPassword: query.get('sentinelPassword') || undefined,
    isTls: start[1] === 'rediss',
  };
}

function loginOf(login = ''): [username: string | undefined, password: string | undefined] {
  const colon = login.indexOf(':');
  if (login !== '' && colon === -1) throw new Error('must have a colon before its password, as in :password@host');
  return [decode(login.slice(0, Math.max(0, colon))) || undefined, decode(login.slice(colon + 1)) || undefined];
}

function readHost(text: string): { host: string; port: number } {
  const groups = hostAndPort.exec(text)?.groups;
  const port = Number(groups?.port ?? sentinelPort);
  if (!groups || port < 1 || port > 65_535) throw new Error(`must name each Sentinel as host:port, as in ${example}`);
  return { host: groups.ipv6 ?? groups.host ?? '', port };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have % written as %25');
  }
}
