/** The host and port of one server. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Addresses of Redis Sentinels, and their name for the primary. */
export interface SentinelAddress {
  readonly sentinels: readonly HostAndPort[];
  readonly name: string;
  readonly db: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelUsername: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** True if both Redis and the Sentinels use TLS. */
  readonly isTls: boolean;
}

/** Addresses of nodes of a Redis Cluster, each of which knows the others. */
export interface ClusterAddress {
  readonly seeds: readonly HostAndPort[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly isTls: boolean;
}

const sentinelPort = 26_379;
const clusterPort = 6_379;
const scheme = /^(rediss?)\+sentinel:\/\//;
const shape = /^(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]+)\/(?<name>[^/?#]+)(?:\/(?<db>\d{1,4}))?(?:\?(?<query>[^#]*))?$/;
const hostAndPort = /^(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<host>[^\s:[\]]+))(?::(?<port>\d{1,5}))?$/i;
const example = 'redis+sentinel://host:26379,host:26379/name-of-the-primary';
const clusterScheme = /^(rediss?)\+cluster:\/\//;
const clusterShape = /^(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]+)\/?$/;
const clusterExample = 'redis+cluster://host:6379,host:6379';
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
    sentinels: (groups.hosts ?? '').split(',').map((text) => readHost(text, sentinelPort, 'each Sentinel', example)),
    name: decode(groups.name ?? ''),
    db: Number(groups.db ?? 0),
    username,
    password,
    sentinelUsername: query.get('sentinelUsername') || undefined,
    sentinelPassword: query.get('sentinelPassword') || undefined,
    isTls: start[1] === 'rediss',
  };
}

/**
 * Reads `redis+cluster://user:password@host:port,host:port`, in the same way. It has no number of a database, because a
 * cluster has only one.
 */
export function parseClusterUrl(url: string): ClusterAddress | null {
  const start = clusterScheme.exec(url);
  if (!start) return null;
  const groups = clusterShape.exec(url.slice(start[0].length))?.groups;
  if (!groups) throw new Error(`must have the form ${clusterExample}, without a path`);
  const [username, password] = loginOf(groups.login);
  return {
    seeds: (groups.hosts ?? '').split(',').map((text) => readHost(text, clusterPort, 'each node', clusterExample)),
    username,
    password,
    isTls: start[1] === 'rediss',
  };
}

function loginOf(login = ''): [username: string | undefined, password: string | undefined] {
  const colon = login.indexOf(':');
  if (login !== '' && colon === -1) throw new Error('must have a colon before its password, as in :password@host');
  return [decode(login.slice(0, Math.max(0, colon))) || undefined, decode(login.slice(colon + 1)) || undefined];
}

function readHost(text: string, usualPort: number, what: string, form: string): HostAndPort {
  const groups = hostAndPort.exec(text)?.groups;
  const port = Number(groups?.port ?? usualPort);
  if (!groups || port < 1 || port > 65_535) throw new Error(`must name ${what} as host:port, as in ${form}`);
  return { host: groups.ipv6 ?? groups.host ?? '', port };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must have % written as %25');
  }
}
