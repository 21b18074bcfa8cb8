import { connect as connectPlainly } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { ClusterAddress, HostAndPort } from '@inlet/process/redis-url';
import { AbstractConnector, type Redis, type RedisOptions } from 'ioredis';
import { findSlotMaster } from '#find-slot-master.ts';

type Stream = ReturnType<AbstractConnector['connect']>;
type EmitError = Parameters<AbstractConnector['connect']>[0];
type Connector = NonNullable<RedisOptions['Connector']>;

/** ioredis hands its complete options to a connector. */
type ConnectorOptions = Pick<RedisOptions, 'sentinelRetryStrategy'> & { readonly disconnectTimeout: number };

const firstPauseMs = 50;
const longestPauseMs = 1_000;
const closed = 'Connection is closed.';

/** True for a connection to the master of a slot in a Redis Cluster. */
export function isInCluster(redis: Redis): boolean {
  return redis.options.Connector !== undefined;
}

/**
 * A connector of ioredis that connects to the master of our slot and looks for it again at each reconnection, as the one
 * for Sentinels does. All keys are in one slot, so that an ordinary connection can use every command, `WAIT` included.
 */
export function createSlotConnector(address: ClusterAddress, prefix: string): Connector {
  /** The node that responded last comes first. Copies of a connection share the order. */
  let nodes: readonly HostAndPort[] = address.seeds;

  async function findMaster(): Promise<HostAndPort> {
    const owners = await findSlotMaster(address, prefix, nodes);
    nodes = withoutRepeats([...owners.nodes.slice(0, 1), ...address.seeds, ...owners.nodes]);
    return owners.master;
  }

  return class SlotConnector extends AbstractConnector {
    readonly #options: ConnectorOptions;
    #ended: Awaited<Stream> | undefined;

    constructor(options: unknown) {
      // safe because: only ioredis makes connectors, from its options with every default.
      const known = options as ConnectorOptions;
      super(known.disconnectTimeout);
      this.#options = known;
    }

    /** A node may name a master that has become a replica since. */
    override check({ role }: { readonly role?: string }): boolean {
      return role === undefined || role === 'master';
    }

    async connect(emitError: EmitError): Stream {
      this.connecting = true;
      for (let attempt = 0; ; attempt += 1) {
        const master = await findMaster().catch((error: Error) => error);
        if (!this.connecting) throw new Error(closed);
        if (!(master instanceof Error)) return this.#open(master);
        // A program that runs once does not wait for Sentinels either.
        if (typeof this.#options.sentinelRetryStrategy?.(attempt + 1) !== 'number') throw master;
        // Throwing would end the connection for good.
        emitError('error', master);
        await pause(Math.min(firstPauseMs * 2 ** attempt, longestPauseMs));
        if (!this.connecting) throw new Error(closed);
      }
    }

    /** Each of many refused commands asks for this; the stream must end once, or it collects listeners. */
    override disconnect(): void {
      this.connecting = false;
      if (this.stream === this.#ended) return;
      this.#ended = this.stream;
      super.disconnect();
    }

    #open(master: HostAndPort): Awaited<Stream> {
      this.stream = address.isTls ? connectTls(master) : connectPlainly(master);
      this.stream.once('error', (error) => {
        this.firstError = error;
      });
      return this.stream;
    }
  };
}

function withoutRepeats(nodes: readonly HostAndPort[]): HostAndPort[] {
  return [...new Map(nodes.map((node) => [`${node.host}:${node.port}`, node])).values()];
}
