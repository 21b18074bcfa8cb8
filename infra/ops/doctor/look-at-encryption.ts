import { databaseAddresses } from '@inlet/process/database-url';
import { parseClusterUrl, parseSentinelUrl } from '@inlet/process/redis-url';
import { type Finding, fine, warning } from '#doctor/finding.ts';

type Urls = Readonly<Partial<Record<'DATABASE_URL' | 'REPLICA_DATABASE_URL' | 'REDIS_URL', string | undefined>>>;

/** Modes of PostgreSQL's clients that permit a connection in plain text. */
const plainModes = ['disable', 'allow', 'prefer'];

const toPostgres = 'Add ?sslmode=verify-full to DATABASE_URL, of every service.';
const toReplica = 'Add ?sslmode=verify-full to REPLICA_DATABASE_URL.';
const toRedis = 'Let REDIS_URL begin with rediss://, rediss+sentinel:// or rediss+cluster://, in every service.';

/** Checks if passwords and submissions reach a store on another machine in plain text. */
export function lookAtEncryption({ DATABASE_URL, REPLICA_DATABASE_URL, REDIS_URL }: Urls): Finding[] {
  return [
    ...lookAt('PostgreSQL', DATABASE_URL, toPostgres),
    ...lookAt('the replica of PostgreSQL', REPLICA_DATABASE_URL, toReplica),
    ...lookAt('Redis', REDIS_URL, toRedis),
  ];
}

function lookAt(name: string, url: string | undefined, next: string): Finding[] {
  const { hosts, isEncrypted } = url === undefined ? { hosts: [], isEncrypted: false } : readAddress(url);
  const away = hosts.filter((host) => !isNear(host));
  if (away.length === 0) return [];
  const says = `The connection to ${name} at ${away.join(', ')} is`;
  return [isEncrypted ? fine(`${says} encrypted`) : warning(`${says} not encrypted`, next)];
}

function readAddress(text: string): { hosts: string[]; isEncrypted: boolean } {
  const sentinel = parseSentinelUrl(text);
  if (sentinel) return { hosts: sentinel.sentinels.map(({ host }) => host), isEncrypted: sentinel.isTls };
  const cluster = parseClusterUrl(text);
  if (cluster) return { hosts: cluster.seeds.map(({ host }) => host), isEncrypted: cluster.isTls };
  if (text.startsWith('redis')) {
    const { hostname, protocol } = new URL(text);
    return { hosts: [hostname], isEncrypted: protocol === 'rediss:' };
  }
  const addresses = databaseAddresses(text).map((address) => new URL(address));
  const isEncrypted = addresses.every(({ searchParams }) => {
    const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'disable');
    return !plainModes.includes(mode);
  });
  return { hosts: addresses.map(({ hostname }) => hostname), isEncrypted };
}

/** This machine, and names without a dot: containers and pods in the same private network. */
function isNear(host: string): boolean {
  const isName = !host.includes('.') && !host.includes(':');
  return isName || /^127\.|^\[?::1\]?$|\.localhost$/.test(host);
}
