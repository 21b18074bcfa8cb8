import { createHttpApp } from '@inlet/http/app';
import { type HttpServer, listen } from '@inlet/http/server';
import { defineLookups } from '@inlet/observe/lookup-gauge';
import { createMetrics, type Metrics } from '@inlet/observe/metrics';
import { startBackgroundLoop } from '@inlet/process/background-loop';
import type { ServiceContext } from '@inlet/process/run-service';
import { ageOfBackups } from '#backup/backup-schedule.ts';
import { certificateEndMs } from '#watch/certificate.ts';
import type { WatchConfig } from '#watch/config.ts';
import { roomOf } from '#watch/volumes.ts';

const hourMs = 3_600_000;
const retryMs = 60_000;

/** Measures what the services cannot: the volumes of the stores, the backups, and the public certificate. */
export async function startWatch({ config, logger, lifecycle }: ServiceContext<WatchConfig>): Promise<HttpServer> {
  const metrics = createMetrics('watch');
  measureVolumes(metrics, config);
  measureBackups(metrics, config);
  let endMs: number | null = null;
  const loop = startBackgroundLoop(
    { intervalMs: hourMs, retryMs, logger, complaint: 'certificate: not seen' },
    async () => {
      endMs = await certificateEndMs(config.PUBLIC_URL);
    },
  );
  lifecycle.onClose('finish work', 'certificate', loop.close);
  measure(metrics, 'inlet_certificate_left_seconds', 'Time until the certificate of PUBLIC_URL ends', async () =>
    endMs === null ? null : (endMs - Date.now()) / 1_000,
  );
  const app = createHttpApp({ logger, lifecycle, metrics, dependencies: [], routes: () => undefined });
  const server = await listen(app, { host: config.HOST, port: config.PORT });
  lifecycle.onClose('stop intake', 'http server', server.close);
  return server;
}

function measureVolumes(metrics: Metrics, { VOLUMES }: WatchConfig): void {
  const lookAt = (part: 'size' | 'free') => async () => {
    const rooms = await Promise.allSettled(
      [...VOLUMES].map(async ([volume, folder]) => [volume, (await roomOf(folder))[part]] as const),
    );
    return rooms.flatMap((room) => (room.status === 'fulfilled' ? [room.value] : []));
  };
  const label = 'volume';
  defineLookups(metrics, { name: 'inlet_volume_bytes', help: 'Bytes of a volume', label }, lookAt('size'));
  defineLookups(metrics, { name: 'inlet_volume_free_bytes', help: 'Free bytes of a volume', label }, lookAt('free'));
}

function measureBackups(metrics: Metrics, { BACKUP_FOLDER }: WatchConfig): void {
  const age = async () => (await ageOfBackups(BACKUP_FOLDER))?.ageSeconds ?? null;
  const every = async () => (await ageOfBackups(BACKUP_FOLDER))?.everySeconds ?? null;
  measure(metrics, 'inlet_backup_age_seconds', 'Age of the newest backup, or of its schedule without any', age);
  measure(metrics, 'inlet_backup_every_seconds', 'Time after which a backup is due', every);
}

/** A gauge that is absent without a value. */
function measure(metrics: Metrics, name: string, help: string, look: () => Promise<number | null>): void {
  defineLookups(metrics, { name, help, label: 'of' }, async () => {
    const value = await look();
    return value === null ? [] : [['installation', value] as const];
  });
}
