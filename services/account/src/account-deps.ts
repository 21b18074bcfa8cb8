import { createSealing, type Sealing } from '@inlet/crypto/sealing';
import { refusePooler } from '@inlet/db/open-pool';
import { type AllowList, createAllowList } from '@inlet/outbound/allow-list';
import type { ServiceContext } from '@inlet/process/run-service';
import { createSemaphore } from '@inlet/process/semaphore';
import { measureQueues } from '@inlet/queue/queue-metrics';
import { waitUntilConnected } from '@inlet/redis/connections';
import { type Attempts, createAttempts } from '#access/limits/attempts.ts';
import { createRequestLimit, type RequestLimit } from '#access/limits/request-limit.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { measureEvents } from '#billing/events/measure-events.ts';
import { createSignal, type Signal } from '#billing/events/signal.ts';
import { createStripe } from '#billing/stripe-client.ts';
import type { AccountConfig } from '#config.ts';
import { createLedger, type Ledger } from '#erasure/create-ledger.ts';
import { createDirectoryRelay, type DirectoryRelay } from '#forms/directory/relay.ts';
import { createPageViews, type PageViews } from '#forms/page/page-views.ts';
import { createProviders, type Providers } from '#identity/providers/create-providers.ts';
import { type AccessTokens, createAccessTokens } from '#identity/sessions/access-tokens.ts';
import { createSessions, type Sessions } from '#identity/sessions/sessions.ts';
import { createExportShare, type ExportShare } from '#inbox/export/export-share.ts';
import { createLiveStreams, type LiveStreams } from '#inbox/live/live-streams.ts';
import { createSearches, type Searches } from '#inbox/search/searches.ts';
import { createFormCounters, type FormCounters } from '#plan/counters/form-counters.ts';
import { createMonthCounters, type MonthCounters } from '#plan/counters/month-counters.ts';
import { openResources, type Resources } from '#resources.ts';
import { type Background, createBackground } from '#work-behind-answers.ts';

/**
 * All dependencies of the process, for handlers and schedulers. A context declares its own part and never imports this.
 */
export interface AccountDeps extends Resources, BillingDeps {
  readonly sealing: Sealing;
  /** Addresses that targets may have although they are not public. */
  readonly webhookAllow: AllowList;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  readonly providers: Providers;
  readonly attempts: Attempts;
  /** Counts mails to unconfirmed addresses. These limits apply in every installation. */
  readonly confirmations: Attempts;
  readonly requestLimit: RequestLimit;
  readonly background: Background;
  /** Sent when a Stripe event has been stored. */
  readonly eventSignal: Signal;
  readonly exportShare: ExportShare;
  readonly searches: Searches;
  readonly live: LiveStreams;
  readonly ledger: Ledger;
  readonly relay: DirectoryRelay;
  readonly pageViews: PageViews;
  readonly monthCounters: MonthCounters;
  readonly formCounters: FormCounters;
}

const connectWaitMs = 2_000;
/** At most this many of the ten connections wait for Stripe. */
const syncsAtOnce = 3;

/** Opens the dependencies of the account service, and registers how each is closed. */
export async function openDeps(context: ServiceContext<AccountConfig>): Promise<AccountDeps> {
  const resources = openResources(context);
  const { config, database, lanes, redis, keys, metrics } = resources;
  await refusePooler(database.pool);
  const limitOptions = { redis, keys, isOn: config.RATE_LIMITS === 'on' };
  const monthCounters = createMonthCounters(resources);
  const formCounters = createFormCounters(resources);
  const deps = {
    ...resources,
    monthCounters,
    formCounters,
    sealing: createSealing(config.ENCRYPTION_KEYS),
    webhookAllow: createAllowList(config.WEBHOOK_ALLOW),
    accessTokens: createAccessTokens(config.TOKEN_SECRET),
    sessions: createSessions(database.prisma, config.TOKEN_SECRET),
    providers: createProviders(config),
    attempts: createAttempts(limitOptions),
    confirmations: createAttempts({ ...limitOptions, isOn: true }),
    requestLimit: createRequestLimit(limitOptions),
    background: createBackground(resources),
    relay: createDirectoryRelay({ ...resources, monthCounters, formCounters }),
    pageViews: createPageViews(resources),
    ledger: createLedger(resources),
    live: createLiveStreams({
      ...resources,
      redisUrl: config.REDIS_URL,
      redisPrefix: config.REDIS_PREFIX,
      pool: database.pool,
    }),
    stripe: createStripe(config),
    eventSignal: createSignal(),
    syncSemaphore: createSemaphore(syncsAtOnce),
    exportShare: createExportShare(config.DATABASE_CONNECTIONS),
    searches: createSearches(config.DATABASE_CONNECTIONS),
  };
  measureQueues(resources.lanes, metrics);
  measureEvents(database.pool, metrics);
  await Promise.all(lanes.map((lane) => waitUntilConnected(lane.redis, connectWaitMs)));
  return deps;
}
