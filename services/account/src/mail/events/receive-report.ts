import type { IncomingHttpHeaders } from 'node:http';
import { mailReportSchema } from '@inlet/contracts/mail';
import { malformedBody } from '@inlet/http/errors';
import { validate } from '@inlet/http/validate';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { invalidSignature, mailEventsOff } from '#errors.ts';
import { suppress } from '#mail/suppressions.store.ts';
import type { Resources } from '#resources.ts';

type ReceiverDeps = Pick<Resources, 'database' | 'config'> & { readonly metrics: Metrics };

/** Handles reports of bounces and complaints. The address gets no mail from then on. */
export function createReportReceiver({ database, config, metrics }: ReceiverDeps) {
  const about = 'Addresses that were reported as bounced, or whose owner complained';
  const reports = defineCounter(metrics, 'inlet_mail_reports_total', about, ['source', 'report']);
  for (const report of ['bounce', 'complaint']) reports.inc({ source: 'generic', report }, 0);
  const webhooks = config.MAIL_EVENTS_SECRET?.map((secret) => new Webhook(secret));

  return async (body: unknown, headers: IncomingHttpHeaders): Promise<void> => {
    if (!webhooks) throw mailEventsOff();
    if (!Buffer.isBuffer(body) || !webhooks.some((webhook) => isSigned(webhook, body, headers))) {
      throw invalidSignature();
    }
    const { type, email } = validate(mailReportSchema, parseJson(body));
    await suppress(database.prisma, email, type);
    reports.inc({ source: 'generic', report: type });
  };
}

function isSigned(webhook: Webhook, body: Buffer, headers: IncomingHttpHeaders): boolean {
  try {
    webhook.verify(body, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw malformedBody();
  }
}
