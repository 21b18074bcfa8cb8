import { changeDaysMax } from '@inlet/contracts/changes';
import { auditDaysMax, deadDaysMax, spamDaysMax, unconfirmedDaysMax } from '@inlet/contracts/retention';
import { deliveryDaysMax } from '@inlet/contracts/targets';
import { workspaceInvitationDays } from '@inlet/contracts/workspaces';
import { Where } from '#components/site/where.tsx';
import { Article, LegalDocument, LegalLink, Points } from '#features/legal/components/legal-document.tsx';
import { OperatorDetails } from '#features/legal/components/operator-details.tsx';
import { SubProcessors } from '#features/legal/components/sub-processors.tsx';
import { activity } from '#features/legal/idle-accounts.ts';
import { useSite } from '#lib/site.tsx';

export function Privacy() {
  const {
    sellsPlans,
    operator: { email },
  } = useSite();
  return (
    <LegalDocument title="Privacy policy">
      <p>
        This policy says which personal data Inlet handles, why, and what you can ask for. It tells apart three groups:
        people who send a form, people who hold an account, and people who only look at this website.
      </p>
      <Article id="controller" title="1. Who is responsible">
        <OperatorDetails />
        <p>
          For account data and for this website the operator above is the controller. For what people send through a
          form, the owner of the website with that form is the controller, and the operator of Inlet acts as their
          processor under a <LegalLink href="/dpa">data processing agreement</LegalLink>.
        </p>
      </Article>
      <Article id="senders" title="2. If you sent a form">
        <p>
          What you filled in is stored for the owner of the website, with the time, the website that it came from, and
          the name that your browser gives itself. Your network address is counted for a minute, to slow down abuse, and
          is not stored with what you sent. We do not use any of it for purposes of our own.
        </p>
        <p>
          The owner of the website may have it delivered to services of their choice, by mail or by an integration, and
          may have it checked for spam by a captcha service or by Akismet. Such a check sends the captcha’s token;
          Akismet also gets what you filled in, the name of your browser and your network address. We keep your address
          for that until the check ends, at most a minute or so.
        </p>
        <p>
          To see, correct or delete it, ask the owner of the website: they decide about it. They can find and erase
          everything that Inlet holds about your email address. If you write to us, we pass your request on to them.
        </p>
      </Article>
      <Article id="holders" title="3. If you hold an account">
        <Points>
          <li>
            <strong className="font-semibold">Email address and password.</strong> To let you in and to write to you
            about the service. The password is kept only as a hash (Argon2id). Legal basis: the contract with you
            (Article 6(1)(b) GDPR).
          </li>
          <li>
            <strong className="font-semibold">Other ways to sign in.</strong> The public keys of your passkeys, the
            sealed secret of your authenticator app, hashes of your recovery codes, and the id that another provider
            knows you by, if you set one up. Legal basis: the contract with you (Article 6(1)(b)).
          </li>
          <li>
            <strong className="font-semibold">Workspaces.</strong> The members of a workspace see each other’s address,
            role and last day of use. Its owners and admins also see what each member changed. Who invites you gives us
            your address; an invitation that nobody accepts ends after {workspaceInvitationDays} days. Legal basis: the
            contract, and the interest of the workspace in knowing who works in it (Article 6(1)(b) and (f)).
          </li>
          <li>
            <strong className="font-semibold">Sessions and history.</strong> When, from which network address and with
            which browser somebody signed in or changed something that matters. You see both in your settings. Legal
            basis: our interest, and yours, in a safe account (Article 6(1)(f)).
          </li>
          {sellsPlans && (
            <>
              <li>
                <strong className="font-semibold">Subscription.</strong> Your plan and its state, and the ids by which
                Stripe knows you. Payment data goes to Stripe and never reaches us. Legal basis: the contract, and the
                law on accounting (Article 6(1)(b) and (c)).
              </li>
              <li>
                <strong className="font-semibold">Waitlist.</strong> The email address that you left and when, to invite
                you. Legal basis: your request (Article 6(1)(b)). You may withdraw it with a mail to us.
              </li>
            </>
          )}
        </Points>
      </Article>
      <Article id="visitors" title="4. If you only look around">
        <p>
          This website loads nothing from others, counts no visitors and sets no cookie for advertising or statistics.
          Requests are logged with their time, address of the page and outcome, without your network address.
        </p>
      </Article>
      <Article id="cookies" title="5. Cookies and storage">
        <p>
          One cookie keeps you signed in; it is sent to the service alone and cannot be read by scripts. Your browser
          also keeps whether you were signed in, and the colors that you chose. All of this is needed for what you asked
          for, so no consent is required.
        </p>
      </Article>
      <Article id="recipients" title="6. Who else handles data">
        <SubProcessors />
        <p>
          Beyond these, data is given to nobody, unless a law compels us. Where a company handles data outside of the
          European Economic Area, this rests on a decision of adequacy or on the standard contractual clauses of the
          European Commission.
        </p>
      </Article>
      <Article id="retention" title="7. For how long">
        <Points>
          <li>
            Form data: until its owner deletes it, until the age that its owner has set for the form, or until the
            account ends.
          </li>
          <Where part="IDLE_ACCOUNTS">
            <li>
              An account without {activity(sellsPlans)} for 12 months ends, with all its data. We write to its owner 30
              days and 7 days before.
            </li>
          </Where>
          <li>Form data in the spam folder: at most {spamDaysMax} days.</li>
          <li>Form data that could not be stored and was set aside: at most {deadDaysMax} days.</li>
          <li>
            That an address was erased: when, how much, and a keyed hash of the address, so that a restored backup does
            not bring it back. The address itself is not kept.
          </li>
          <li>
            Which form data was stored, moved or deleted, and when (no content): {changeDaysMax} days and up to a month
            more.
          </li>
          <li>
            Deliveries to integrations that wait or failed: {deliveryDaysMax} days; the log of all: up to a week more.
          </li>
          <li>
            Addresses that a form was to notify and that have not confirmed it: {unconfirmedDaysMax} days. That a form
            answered an address (a hash of it): two days.
          </li>
          <li>Refused requests to a form (time, website, reason; no content): one week.</li>
          <li>
            Activity of an account (what was done, when, from which address and browser): {auditDaysMax} days and up to
            a month more.
          </li>
          <li>
            A person who is in no workspace: a year after the last request. What a deleted person did stays in the
            activity of a workspace without the address.
          </li>
          <li>
            Account data: until you delete the account
            <Where part="IDLE_ACCOUNTS">, or it ends as described above</Where>.
          </li>
          {sellsPlans && <li>Waitlist: until you are invited and have joined, or until you ask us to forget you.</li>}
          {sellsPlans && <li>Invoices: as long as tax and commercial law require, in Spain six years.</li>}
          <li>Backups: until they are replaced, at most 35 days.</li>
        </Points>
        <p>
          <LegalLink href="/docs/retention#how-long-things-are-kept">One table</LegalLink> lists everything that ends by
          itself, and when.
        </p>
      </Article>
      <Article id="rights" title="8. Your rights">
        <p>
          You may ask for access to your data, for its correction, deletion and restriction, for a copy to take along,
          and object to what rests on our interests. An export of everything and the deletion of your account are
          buttons in your settings; for anything else write to <span className="wrap-anywhere">{email}</span>. You may
          complain to a supervisory authority, in Spain the Agencia Española de Protección de Datos (
          <LegalLink href="https://www.aepd.es">www.aepd.es</LegalLink>). Nothing here is decided about you by automated
          means alone.
        </p>
      </Article>
      <Article id="security" title="9. Security">
        <p>
          The measures that protect data are listed in the{' '}
          <LegalLink href="/dpa#measures">annex of the data processing agreement</LegalLink>. If a breach puts you at
          risk, we tell you and the authority as Articles 33 and 34 GDPR ask.
        </p>
      </Article>
      <Article id="changes" title="10. Changes">
        <p>When this policy changes in a way that matters to you, we tell account holders by email before it holds.</p>
      </Article>
    </LegalDocument>
  );
}
