import { dailyCountDaysMax } from '@inlet/contracts/retention';
import { Where } from '#components/site/where.tsx';
import { Article, LegalDocument, LegalLink, Points } from '#features/legal/components/legal-document.tsx';
import { OperatorDetails } from '#features/legal/components/operator-details.tsx';
import { SubProcessors } from '#features/legal/components/sub-processors.tsx';

export function Dpa() {
  return (
    <LegalDocument title="Data processing agreement">
      <p>
        This agreement under Article 28 GDPR is part of the <LegalLink href="/terms">terms of service</LegalLink>. You,
        the client, are the controller of what people send through your forms. We, the operator of Inlet, process it on
        your behalf, as your processor. It holds from the moment you accept the terms until the last of that data is
        gone.
      </p>
      <Article id="processor" title="1. The processor">
        <OperatorDetails />
      </Article>
      <Article id="subject" title="2. What is processed">
        <Points>
          <li>
            Purpose: receiving, storing, showing, searching and exporting what is sent to your forms, and telling you
            about it.
          </li>
          <li>People: those who send your forms.</li>
          <li>
            Data: what your forms ask for, and with each submission its time, the website that it came from and the name
            of the browser; for forms that mail their visitors, also the language that the visitor’s browser prefers.
          </li>
          <li>No special categories of data (Article 9 GDPR), unless agreed in writing.</li>
          <li>
            Duration: until you delete it, until the age that you have set for a form, or until your account ends
            <Where part="IDLE_ACCOUNTS">, at the latest 12 months after its last activity</Where>.
          </li>
        </Points>
      </Article>
      <Article id="instructions" title="3. Your instructions">
        <p>
          We process the data only as you instruct. The terms, your settings and what you do in the dashboard or through
          the API are your instructions; others need text form. If we think that an instruction breaks the law, we tell
          you and may wait until you have confirmed it. If a law compels us to process otherwise, we tell you before,
          unless it forbids that.
        </p>
      </Article>
      <Article id="controller" title="4. Your part">
        <p>
          You answer for having the right to collect the data, for telling people what Articles 13 and 14 GDPR ask, and
          for what your forms ask them.
        </p>
      </Article>
      <Article id="confidentiality" title="5. Confidentiality">
        <p>
          Only people who need to, and who are bound to confidentiality, may reach the data. They look at the content of
          submissions only when you ask them to, or when a fault cannot be mended otherwise.
        </p>
      </Article>
      <Article id="sub-processors" title="6. Sub-processors">
        <p>You agree to these companies:</p>
        <SubProcessors />
        <p>
          We tell you by email at least 30 days before another one is added or replaced. You may object for a reason of
          data protection; if we find no way around, you may end the agreement and get back what you paid for the time
          that is left. Each of them is bound to the same duties as we are, and we answer for them as for ourselves.
        </p>
      </Article>
      <Article id="transfers" title="7. Other countries">
        <p>
          Data leaves the European Economic Area only where a decision of adequacy or the standard contractual clauses
          of the European Commission protect it.
        </p>
      </Article>
      <Article id="help" title="8. Help with your duties">
        <Points>
          <li>
            Requests of people for access, correction, deletion or a copy: you find, export and delete submissions
            yourself. For an email address you find everything in all your forms at once, and erase it with a signed
            receipt. What reaches us we pass on to you without delay.
          </li>
          <li>Impact assessments and questions of authorities: we give you what we know and you need.</li>
        </Points>
      </Article>
      <Article id="breach" title="9. Breaches">
        <p>
          We tell you of a breach of your data without undue delay, at the latest 48 hours after we learnt of it: what
          happened, which data and how many people it concerns, what may follow, and what is done about it.
        </p>
      </Article>
      <Article id="end" title="10. The end">
        <p>
          You can export everything until the agreement ends. When you delete a submission, a form or your account, it
          is gone from the service; backups follow when they are replaced, after 35 days at most. An address that you
          erased is erased again from a restored backup before the service goes on. Of a deleted submission it stays
          counted on which day and from which website it came, at most {dailyCountDaysMax} days and up to a month more.
          We keep a copy only where a law compels us.
        </p>
      </Article>
      <Article id="audit" title="11. Proof">
        <p>
          On request, and at most once a year unless there was a breach, we give you what shows that we keep to this
          agreement, and allow an inspection by you or an auditor bound to confidentiality, announced 30 days before and
          at your cost. The program’s source is open to read at any time.
        </p>
      </Article>
      <Article id="law" title="12. Law">
        <p>
          The law of Spain governs this agreement. Where it and the terms differ on data protection, this agreement
          holds.
        </p>
      </Article>
      <Article id="measures" title="Annex: technical and organizational measures">
        <Points>
          <li>
            Access: every request that reads or changes data is checked for its owner; tests try every route with the
            ids of others.
          </li>
          <li>
            Sign-in: passwords as Argon2id hashes, guessing is slowed down, sessions can be seen and ended, API keys are
            kept as hashes and limited in what they may do.
          </li>
          <li>
            Transport: the website tells browsers to use encrypted connections only (HSTS), and allows no script but its
            own.
          </li>
          <li>
            Integrity: a submission is acknowledged when it is on disk; the service is tested by killing its parts under
            load, and what is stored is counted afterwards.
          </li>
          <li>
            Separation: each part of the service has only the access that it needs; payment and mail are apart from form
            data.
          </li>
          <li>Logs: no content of submissions and no network addresses of senders.</li>
          <li>
            Deletion: by you, by the age that you set for a form, and by email address; everything else has a{' '}
            <LegalLink href="/docs/retention#how-long-things-are-kept">maximum age</LegalLink>.
          </li>
          <li>
            Traces: sign-ins, exports, deletions and changes of settings stand in a history that the account’s owner can
            read.
          </li>
          <li>
            Operation: updates within a reasonable time, backups, and encryption of stored data as the hosting company
            offers it.
          </li>
        </Points>
      </Article>
    </LegalDocument>
  );
}
