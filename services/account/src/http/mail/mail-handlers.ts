import type { mailRoutes } from '@inlet/contracts/api/mail';
import { createUnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import type { AccountDeps } from '#account-deps.ts';
import { type Handlers, JsonText } from '#http/handler.ts';
import { createReportReceiver } from '#mail/events/receive-report.ts';
import { receiveSnsMessage } from '#mail/events/receive-sns-message.ts';
import { readCheck } from '#mail/read-check.ts';
import { readTestMail, sendTestMail } from '#mail/test-mails.ts';
import { createUnsubscribe } from '#mail/unsubscribe/unsubscribe.ts';

export function mailHandlers(deps: AccountDeps): Handlers<keyof typeof mailRoutes> {
  const { database, config, metrics } = deps;
  const unsubscribe = createUnsubscribe(database, createUnsubscribeTokens(config.ENCRYPTION_KEYS));
  const receiveReport = createReportReceiver({ database, config, metrics });
  return {
    checkMail: ({ person }) => readCheck(deps, person),
    sendTestMail: ({ person, actor }) => sendTestMail(deps, person, actor),
    readTestMail: ({ person, path }) => readTestMail(deps, person, path.id),
    readUnsubscribe: ({ query, request, response }) => {
      if (request.accepts(['json', 'html']) !== 'html') return unsubscribe.read(query.token);
      // A mail program without one-click support opened the address in a browser.
      response.redirect(302, `/unsubscribe?${new URLSearchParams({ token: query.token })}`);
      return new JsonText('');
    },
    unsubscribe: ({ query, client }) => unsubscribe.stop(query.token, client),
    receiveMailEvent: ({ request }) => receiveReport(request.body, request.headers),
    receiveSesEvent: ({ request }) => receiveSnsMessage(deps, request.body),
  };
}
