import { isDatabaseAway } from '@inlet/db/faults';
import { describe, expect, it } from 'vitest';
import { toMailFault } from '#mail/mail-fault.ts';

const failure = (details: object) =>
  Object.assign(new Error("Can't send: 550 <ada@example.test> 'hunter2' is not known"), details);

describe('a mail fault', () => {
  it.each([
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, permanent: true }, 'EENVELOPE at RCPT TO 550'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, permanent: true }, 'EMESSAGE at DATA 554'],
    [{ code: 'EENVELOPE', command: 'API' }, 'EENVELOPE at API'],
  ])('is for good where the address or the words were refused: %o', (details, reason) => {
    const fault = toMailFault(failure(details));
    expect(fault).toMatchObject({ isForGood: true, message: `The mail was not taken: ${reason}` });
  });

  it.each([
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, permanent: false }],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530, permanent: true }],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, permanent: true }],
    [{ code: 'ESOCKET', command: 'CONN' }],
    [{ code: 'ETIMEDOUT', command: 'CONN' }],
    [{}],
  ])('passes where the server may think better of it, or its operator: %o', (details) => {
    expect(toMailFault(failure(details)).isForGood).toBe(false);
  });

  it.each([
    [{ responseCode: 550, response: '550 relay not permitted' }, false],
    [{ responseCode: 553, response: '553 sorry, that domain is not in my list' }, false],
    [{ responseCode: 550, response: '550-5.1.1 no such user\n550 5.1.1 at all' }, true],
    [{ responseCode: 554, response: '554 5.1.2 no such host' }, true],
    [{ responseCode: 553, response: '553 5.1.3 bad address' }, true],
    [{ responseCode: 551, response: '551 5.1.6 moved' }, true],
    [{ responseCode: 556, response: '556 5.1.10 takes no mail' }, true],
    [{ responseCode: 556, response: '556 takes no mail' }, true],
    [{ responseCode: 553, response: '553 5.1.7 bad sender' }, false],
    [{ responseCode: 550, response: '550 5.1.8 unknown sender' }, false],
    [{ responseCode: 550, response: '550 5.1.0 rejected' }, false],
    [{ responseCode: 550, response: '550 5.7.1 relaying denied' }, false],
    [{ responseCode: 552, response: '552 5.2.2 mailbox full' }, false],
    [{ responseCode: 554, response: '554 go away' }, false],
    [{ responseCode: 550, response: '550 5.1.1 no such user', command: 'DATA' }, false],
    [{ responseCode: 450, response: '450 4.1.1 later', permanent: false }, false],
  ])('is a bounce where there is no such mailbox: %o', (details, isBounce) => {
    const fault = toMailFault(failure({ code: 'EENVELOPE', command: 'RCPT TO', permanent: true, ...details }));
    expect(fault.isBounce).toBe(isBounce);
  });

  it('repeats nothing that the server or the mail said', () => {
    const fault = toMailFault(failure({ code: 'user ada@example.test', command: 'ada@example.test', response: '550' }));
    expect(fault.message).toBe('The mail was not taken: for an unknown reason');
    expect({ ...fault, stack: fault.stack, cause: fault.cause }).not.toMatchObject({ cause: expect.anything() });
    expect(JSON.stringify({ ...fault, stack: fault.stack })).not.toMatch(/ada|hunter2/);
  });

  it('is not taken for a database that is away, for which jobs wait without end', () => {
    const refused = failure({ code: 'ECONNREFUSED' });
    expect(isDatabaseAway(refused)).toBe(true);
    expect(isDatabaseAway(toMailFault(refused))).toBe(false);
  });
});
