const byClusterUrl = 'Inlet follows the keys only if REDIS_URL begins with redis+cluster:// or rediss+cluster://.';
const isMoving = `The keys are moving to another node of the Redis Cluster. Redis is used again afterwards. ${byClusterUrl}`;

/** The first word of a refusal by Redis, with its cause and the remedy. */
const explanations: Readonly<Record<string, string>> = {
  READONLY: 'This Redis is a replica. REDIS_URL must lead to the primary.',
  MOVED: `Another node of the Redis Cluster has the keys. ${byClusterUrl}`,
  ASK: isMoving,
  TRYAGAIN: isMoving,
  CROSSSLOT: `This Redis is a node of a Redis Cluster. ${byClusterUrl}`,
  CLUSTERDOWN: `The Redis Cluster is down, or this node is cut off from it. ${byClusterUrl}`,
  NOPERM: 'The user of REDIS_URL lacks a right. Grant the commands and keys that docs/kubernetes.md lists.',
  NOAUTH: 'REDIS_URL has no password, and this Redis wants one.',
  WRONGPASS: 'The user or the password in REDIS_URL is wrong.',
  OOM: 'This Redis has no memory left. Raise maxmemory.',
  MISCONF: 'This Redis cannot write to its disk. Make room there.',
  NOREPLICAS: 'Fewer replicas follow this Redis than min-replicas-to-write demands.',
  LOADING: 'This Redis still reads its data.',
  MASTERDOWN: 'This Redis is a replica that has lost its primary.',
};

/** Why Redis refused a command, and what to do. Null for an error that did not come from Redis. */
export function explainRefusal(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  return explanations[/^[A-Z]+/.exec(error.message)?.[0] ?? ''] ?? null;
}
