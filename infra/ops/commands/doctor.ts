import { serviceEnvironment } from '@inlet/local/services';
import { runningProduct, surroundingsOf } from '#commands/running-product.ts';
import { describeDiagnosis, diagnose } from '#doctor/diagnose.ts';
import { loadSettings } from '#doctor/settings.ts';

/**
 * Reports the faults of an installation in plain words: the one in the environment, otherwise the one that runs from
 * the data folder. The exit code is 1 if a part does not work.
 */
export async function doctor(): Promise<number> {
  const diagnosis = await diagnose(loadSettings({ ...settingsOfStart(), ...process.env }));
  for (const line of describeDiagnosis(diagnosis)) console.log(line);
  return diagnosis.findings.some(({ level }) => level === 'fault') ? 1 : 0;
}

/** Settings that only the worker has. */
const ofWorker = /^(?:SMTP_|MAIL_|DKIM_|ERASURE_LEDGER$)/;

function settingsOfStart(): Record<string, string> {
  if (process.env.DATABASE_URL !== undefined) return {};
  const product = runningProduct(', or set DATABASE_URL');
  const { config, runtime } = product;
  const { urls, databaseUrl } = runtime;
  const surroundings = surroundingsOf(product);
  const worker = serviceEnvironment(surroundings, 'worker');
  const account = serviceEnvironment(surroundings, 'account');
  return {
    ...account,
    ...Object.fromEntries(Object.entries(worker).filter(([name]) => ofWorker.test(name))),
    // The database's owner sees the role of each connection.
    DATABASE_URL: databaseUrl,
    ...(urls.stripe !== null && { STRIPE_API_URL: urls.stripe }),
    ACCOUNT_URL: urls.account,
    INGEST_URL: urls.ingest,
    WORKER_URL: urls.worker,
    GATEWAY_PROBE_URL: `http://localhost:${config.ports.gatewayProbe}`,
    PUBLIC_URL: urls.gateway,
    DATA_DIR: config.dataDir,
  };
}
