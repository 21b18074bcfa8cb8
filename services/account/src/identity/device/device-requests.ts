import { deviceSeconds } from '@inlet/contracts/device';
import { apiKeyScopes } from '@inlet/contracts/scopes';
import * as z from 'zod';
import { deviceUnavailable } from '#errors.ts';
import type { Resources } from '#resources.ts';

type RequestDeps = Pick<Resources, 'redis' | 'keys'>;

const requestSchema = z.object({
  userCode: z.string(),
  name: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type OpenRequest = z.infer<typeof requestSchema>;

const approvalSchema = z.object({
  isApproved: z.literal(true),
  sessionId: z.uuid(),
  userId: z.uuid(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  scopes: z.array(z.enum(apiKeyScopes)),
  expiresAt: z.string().nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;
const answerSchema = z.discriminatedUnion('isApproved', [approvalSchema, z.object({ isApproved: z.literal(false) })]);
export type DeviceAnswer = z.infer<typeof answerSchema>;

/**
 * Requests of machines for a key live in Redis alone: each ends after ten minutes, and if one is lost, the person runs
 * `inlet login` again. The answer has a key of its own, which is written once, so two answers cannot both count.
 */
export interface DeviceRequests {
  /** Returns false where another open request has the same user code. */
  readonly open: (hash: string, request: OpenRequest) => Promise<boolean>;
  readonly find: (hash: string) => Promise<OpenRequest | null>;
  readonly findByUserCode: (userCode: string) => Promise<{ hash: string; request: OpenRequest } | null>;
  /** Notes a poll. Returns false for one that came too soon. */
  readonly poll: (hash: string, pauseMs: number) => Promise<boolean>;
  readonly readAnswer: (hash: string) => Promise<DeviceAnswer | null>;
  /** Returns false where the request has its answer. */
  readonly answer: (hash: string, answer: DeviceAnswer) => Promise<boolean>;
  /** Ends a request. Returns false where it had ended: of several callers one gets true. */
  readonly end: (hash: string) => Promise<boolean>;
  readonly restore: (hash: string, request: OpenRequest) => Promise<void>;
}

export function deviceRequests({ redis, keys }: RequestDeps): DeviceRequests {
  const read = async <Value>(key: string, schema: z.ZodType<Value>): Promise<Value | null> => {
    const text = await whileThere(redis.get(key));
    return text === null ? null : schema.parse(JSON.parse(text));
  };
  const find = (hash: string) => read(keys.deviceRequest(hash), requestSchema);
  return {
    open: async (hash, request) => {
      const code = keys.deviceUserCode(request.userCode);
      if ((await whileThere(redis.set(code, hash, 'EX', deviceSeconds, 'NX'))) === null) return false;
      await whileThere(redis.set(keys.deviceRequest(hash), JSON.stringify(request), 'EX', deviceSeconds));
      return true;
    },
    find,
    findByUserCode: async (userCode) => {
      const hash = await whileThere(redis.get(keys.deviceUserCode(userCode)));
      const request = hash === null ? null : await find(hash);
      return hash !== null && request !== null ? { hash, request } : null;
    },
    poll: async (hash, pauseMs) =>
      (await whileThere(redis.set(keys.devicePoll(hash), 1, 'PX', pauseMs, 'NX'))) !== null,
    readAnswer: (hash) => read(keys.deviceAnswer(hash), answerSchema),
    answer: async (hash, answer) =>
      (await whileThere(redis.set(keys.deviceAnswer(hash), JSON.stringify(answer), 'EX', deviceSeconds, 'NX'))) !==
      null,
    end: async (hash) => (await whileThere(redis.del(keys.deviceRequest(hash)))) === 1,
    restore: async (hash, request) => {
      const leftMs = Date.parse(request.expiresAt) - Date.now();
      if (leftMs > 0) {
        await whileThere(redis.set(keys.deviceRequest(hash), JSON.stringify(request), 'PX', leftMs));
      }
    },
  };
}

/** There is no second place for a request, so nothing works while Redis is away. */
async function whileThere<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch {
    throw deviceUnavailable();
  }
}
