import type { SenderCheck } from '@inlet/contracts/mail-check';
import { lookAtTls, type SeenTls } from '#look-at-tls.ts';
import type { MailServer } from '#mail-server.ts';
import { finding } from '#sender.ts';

const id = 'tls';
const dayMs = 86_400_000;
const certificateMinDays = 14;

export type LookAtTls = (server: MailServer) => Promise<SeenTls>;

/** Whether mails and the password travel encrypted to the mail server. */
export async function checkTls(server: MailServer, look: LookAtTls = lookAtTls): Promise<SenderCheck> {
  const { host, port } = server;
  try {
    return judge(server, await look(server));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return finding({ id, level: 'fault', message: `The mail server ${host}:${port} does not answer: ${reason}.` });
  }
}

function judge({ host, kind, hasPassword, ignoresTls, verifiesCertificate }: MailServer, seen: SeenTls): SenderCheck {
  const isUsed = seen.isOffered && !ignoresTls;
  if (!isUsed && kind === 'near') {
    return finding({ id, level: 'ok', message: `Mails reach ${host} in your own network, without TLS.` });
  }
  if (!isUsed) {
    const why = ignoresTls ? 'SMTP_URL says ignoreTLS' : `${host} offers no TLS`;
    const what = hasPassword ? 'the password and all mails' : 'all mails';
    const message = `${why}, so ${what} travel openly. Use a server or a port with TLS, such as smtps:// at 465.`;
    return finding({ id, level: hasPassword ? 'fault' : 'warning', message });
  }
  if (seen.problem !== null && !verifiesCertificate) {
    const message = `The certificate of ${host} is not valid (${seen.problem}), and SMTP_URL says to accept it.`;
    return finding({ id, level: 'warning', message });
  }
  if (seen.problem !== null) {
    const message = `The certificate of ${host} is not valid (${seen.problem}), so Inlet sends no mail to it.`;
    return finding({ id, level: 'fault', message });
  }
  const days = seen.endsAt ? Math.floor((seen.endsAt.getTime() - Date.now()) / dayMs) : null;
  const valid = `Mails reach ${host} encrypted, and its certificate is valid`;
  if (days === null) return finding({ id, level: 'ok', message: `${valid}.` });
  const message = `${valid} for ${days} more days.`;
  return finding({ id, level: days < certificateMinDays ? 'warning' : 'ok', message });
}
