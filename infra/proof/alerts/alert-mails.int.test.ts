import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestCatcher } from '@inlet/local/mail-catcher/mail-catcher.test-setup';
import { freePort, freePorts } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { alertmanagerConfig } from '@inlet/ops/alerts/alertmanager-config';
import { loadConfig } from '@inlet/ops/alerts/config';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it, onTestFinished } from 'vitest';
import { startPrometheus } from '#alerts/prometheus.test-setup.ts';
import { startReady } from '#alerts/start-ready.test-setup.ts';
import { openWatched } from '#alerts/watch.test-setup.ts';

const runbooks = 'https://git.example.com/inlet/blob/main';

const settingsOf = (env: Readonly<Record<string, string>>) =>
  alertmanagerConfig(
    loadConfig({
      PUBLIC_URL: 'https://forms.example.com',
      MAIL_FROM: 'Inlet <no-reply@example.com>',
      RUNBOOKS_URL: runbooks,
      ALERTMANAGER_FILE: '/alerts/alertmanager.yml',
      ...env,
    }),
  );

/** Debian's Alertmanager with these settings and short pauses. */
async function startAlertmanager(folder: string, settings: string): Promise<string> {
  const hurried = JSON.parse(settings);
  Object.assign(hurried.route, { group_wait: '100ms', group_interval: '1s' });
  const file = join(folder, 'alertmanager.yml');
  await writeFile(file, JSON.stringify(hurried));
  const at = `127.0.0.1:${await freePort()}`;
  const program = 'prometheus-alertmanager';
  const args = [
    `--config.file=${file}`,
    `--storage.path=${join(folder, 'alertmanager')}`,
    `--web.listen-address=${at}`,
  ];
  const server = await startReady({
    name: 'Alertmanager',
    program,
    args: [...args, '--cluster.listen-address=', '--log.level=error'],
    env: { PATH: process.env.PATH ?? '' },
    ready: `http://${at}/-/ready`,
  });
  onTestFinished(async () => void (await server.stop()));
  return at;
}

it('sends an alert and its end as mails, with the address of the runbook', async () => {
  const folder = await createDisposableFolder();
  const closers = new AsyncDisposableStack();
  onTestFinished(() => closers.disposeAsync());
  const catcher = await startTestCatcher();
  const SMTP_URL = `smtp://127.0.0.1:${catcher.smtpPort}`;
  const at = await startAlertmanager(folder, settingsOf({ SMTP_URL, ALERT_EMAIL: 'ada@example.com,bob@example.com' }));
  const watched = await openWatched(folder, closers);
  const watch = await watched.start();
  closers.defer(async () => void (await watch.stop()));
  // The services do not run: that is a separate alert, in a separate mail.
  const [ingest = 0, account = 0, worker = 0, gateway = 0] = await freePorts(4);
  const nobody = Object.entries({ ingest, account, worker, gateway }).map(([name, port]) => [
    name,
    `127.0.0.1:${port}`,
  ]);
  const prometheus = await startPrometheus(folder, { ...Object.fromEntries(nobody), watch: watched.at }, at);
  closers.defer(async () => void (await prometheus.stop()));

  await watched.spendBackups();
  const mailsNamed = async (subject: string) => {
    const found = (await catcher.mails()).filter((mail) => mail.subject === subject);
    return Promise.all(
      found.map(async ({ id }) => {
        const response = await fetch(`${catcher.base}/api/mails/${id}`);
        return (await response.json()) as { to: string[]; text: string };
      }),
    );
  };
  const mailNamed = async (subject: string) => (await mailsNamed(subject))[0];
  const fired = await waitUntil(() => mailNamed('Alert: BackupOld (warning)'), { what: 'the mail' });
  expect(fired.to.toSorted()).toEqual(['ada@example.com', 'bob@example.com']);
  expect(fired.text).toMatch(/^Firing: A backup is 2d .* late\nSince 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/);
  expect(fired.text).toContain(`Runbook: ${runbooks}/docs/runbooks/backup-old.md`);
  // Four simultaneous alerts are one mail. If Prometheus has looked at some services later, the next mail has all of them.
  const isOfAll = ({ text }: { text: string }) =>
    ['ingest', 'account', 'worker', 'gateway'].every((name) => text.includes(`No process of ${name} answers`));
  await waitUntil(async () => (await mailsNamed('Alert: ServiceDown (critical)')).some(isOfAll), {
    what: 'the mail of the four services',
  });

  await watched.backUp();
  const resolved = await waitUntil(() => mailNamed('Resolved: BackupOld (warning)'), { what: 'the mail of the end' });
  expect(resolved.text).toContain('Resolved: A backup is');
});

it('takes alerts and sends none without an address', async () => {
  const folder = await createDisposableFolder();
  const at = await startAlertmanager(folder, settingsOf({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }));
  const alert = [{ labels: { alertname: 'BackupOld' } }];
  const headers = { 'content-type': 'application/json' };
  const taken = await fetch(`http://${at}/api/v2/alerts`, { method: 'POST', headers, body: JSON.stringify(alert) });
  expect(taken.status).toBe(200);
  const isHandled = async () => {
    const groups = (await (await fetch(`http://${at}/api/v2/alerts/groups`)).json()) as {
      receiver: { name: string };
    }[];
    return groups[0]?.receiver.name;
  };
  expect(await waitUntil(isHandled)).toBe('nobody');
  const metrics = await (await fetch(`http://${at}/metrics`)).text();
  expect(metrics.match(/^alertmanager_notifications_total\{.*\} [1-9]/gm)).toBeNull();
});
