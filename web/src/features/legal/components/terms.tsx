import { Where } from '#components/site/where.tsx';
import { Article, LegalDocument, LegalLink, Points } from '#features/legal/components/legal-document.tsx';
import { OperatorDetails } from '#features/legal/components/operator-details.tsx';
import { activity } from '#features/legal/idle-accounts.ts';
import { useSite } from '#lib/site.tsx';

export function Terms() {
  const { sellsPlans } = useSite();
  return (
    <LegalDocument title="Terms of service">
      <p>
        These terms are the agreement between you, who hold an account or use a form of Inlet, and the operator named
        below (“we”). By creating an account you accept them. If you act for a company, you confirm that you may bind
        it.
      </p>
      <Article id="operator" title="1. Who we are">
        <OperatorDetails />
      </Article>
      <Article id="service" title="2. What the service is">
        <p>
          Inlet receives what people send through the forms of your websites, stores it, and shows it to you. Your plan
          says how many forms you may have and how many submissions a calendar month may bring; the{' '}
          {sellsPlans ? <LegalLink href="/pricing">pricing page</LegalLink> : 'dashboard'} shows both. At the limit of a
          month, further submissions are refused with a message until the next month begins
          {sellsPlans && ' or you change your plan'}. What is stored stays.
        </p>
        {sellsPlans && (
          <p>
            Inlet is in private beta. Functions may change; we announce by email, at least 30 days before, any change
            that takes away something that you pay for.
          </p>
        )}
      </Article>
      <Article id="account" title="3. Your account">
        <Points>
          <li>You give a working email address and keep your password and API keys to yourself.</li>
          <li>What happens through your account counts as yours, unless you could not prevent it.</li>
          <li>Tell us without delay when you suspect that somebody else uses it.</li>
          <li>You must be at least 18 years old, or represent a registered company.</li>
        </Points>
      </Article>
      <Article id="use" title="4. What you may not do">
        <Points>
          <li>Collect data without the right to, or without telling people what the law asks you to tell them.</li>
          <li>
            Collect passwords, payment card numbers, or special categories of personal data (Article 9 GDPR), unless you
            have agreed with us in writing on how they are protected.
          </li>
          <li>Imitate others to trick people (phishing), or spread malicious software or unlawful content.</li>
          <li>Attack or overload the service, or look for its weaknesses in the data of others.</li>
          <li>Resell the service as it is.</li>
        </Points>
        <p>
          We may switch off a form, or in grave cases an account, that breaks these rules. We tell you why, before we do
          so where that is possible. Run by yourself, Inlet’s program is under the MIT license, and this list does not
          apply to it.
        </p>
      </Article>
      <Article id="data" title="5. Whose data it is">
        <p>
          What people send through your forms is yours. For it you are the controller and we are your processor; the{' '}
          <LegalLink href="/dpa">data processing agreement</LegalLink> is part of these terms. You can export all of it
          at any time. It is kept until you delete it, until the age that you set for a form, or until your account
          ends. How we handle your own data stands in the <LegalLink href="/privacy">privacy policy</LegalLink>.
        </p>
        <Where part="IDLE_ACCOUNTS">
          <p>
            An account without {activity(sellsPlans)} for 12 months is deleted with its forms and their submissions. We
            write to you 30 days and 7 days before; a sign-in is enough to keep everything.
          </p>
        </Where>
      </Article>
      <Article id="payment" title={sellsPlans ? '6. Price, payment and money back' : '6. No payments'}>
        {sellsPlans ? <Payment /> : <p>The operator takes no payments for this installation.</p>}
      </Article>
      <Article id="availability" title="7. Availability">
        <p>
          We run the service around the clock and aim for 99.9 percent of each calendar month, maintenance that we
          announced apart.
          {sellsPlans &&
            ' If a month falls below, you get back that month’s share of what you paid, when you ask for it within 60 days.'}
        </p>
      </Article>
      <Article id="liability" title="8. Liability">
        <p>
          We are liable without limit for intent and gross negligence, for harm to life, body and health, and wherever
          the law allows no limit. Otherwise we are liable only for the breach of a duty that is essential to this
          agreement, and only for the damage that is typical and was foreseeable, at most what you paid in the twelve
          months before. Nothing in these terms takes away the rights that the law gives to consumers.
        </p>
      </Article>
      <Article id="end" title="9. The end">
        <p>
          You may delete your account at any time in its settings: {sellsPlans && 'your subscription is canceled and '}
          your data goes. We may end the agreement with 60 days’ notice, and at once for a grave breach of article 4.
          You can export your data until the agreement ends; what you paid for time after that, we pay back, unless the
          end is due to your breach.
        </p>
      </Article>
      <Article id="changes" title="10. Changes to these terms">
        <p>
          We may change these terms for a good reason, such as a new law or a new function, and tell you by email at
          least 30 days before. If you do not agree, you may cancel until then and get back what you paid for the time
          that is left.
        </p>
      </Article>
      <Article id="law" title="11. Law and courts">
        <p>
          The law of Spain governs this agreement, without its rules on conflicts of law. Between us and a company, the
          courts at our seat decide. A consumer may also rely on the mandatory law, and go to the courts, of the country
          where they live. If one of these terms does not hold, the others do.
        </p>
      </Article>
    </LegalDocument>
  );
}

function Payment() {
  return (
    <Points>
      <li>
        Plans are paid in advance, by the month or by the year, through Stripe. Prices include what they say at
        checkout.
      </li>
      <li>A plan renews for the same period until you cancel it.</li>
      <li>
        You may cancel anytime in the billing portal. The plan then runs to the end of the period that you have paid
        for.
      </li>
      <li>
        <strong className="font-semibold">30-day money-back guarantee:</strong> within 30 days of your first payment for
        a plan you get it back in full. Write to us; you need not give a reason. If you are a consumer, your legal right
        of withdrawal of 14 days stays untouched.
      </li>
      <li>
        When a renewal fails, access stays for seven days in which you can pay. After that it stops until you have paid.
      </li>
      <li>
        We announce a higher price at least 30 days before the renewal for which it holds. You may cancel until then.
      </li>
    </Points>
  );
}
