/** The first word of a refusal by Redis, with its cause and the remedy. */
const explanations: Readonly<Record<string, string>> = {
  READONLY: 'This Redis is a replica. REDIS_URL must lead to the primary.',
  MOVED: 'This Redis is a node of a Redis Cluster. Inlet needs one Redis, or Sentinels.',
  ASK: 'This Redis is a node of a Redis Cluster. Inlet needs one Redis, or Sentinels.',
  CROSSSLOT: 'This Redis is a node of a Redis Cluster. Inlet needs one Redis, or Sentinels.',
  CLUSTERDOWN: 'This Redis is a node of a Redis Cluster that is down. Inlet needs one Redis, or Sentinels.',
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
