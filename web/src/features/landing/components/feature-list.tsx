import { BlockShot } from '#features/landing/components/block-shot.tsx';

interface Feature {
  readonly shot: Parameters<typeof BlockShot>[0];
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly link: string;
}

const features: readonly Feature[] = [
  {
    shot: { name: 'inbox', alt: 'An open message: the person, what was written, and buttons to reply and to finish' },
    title: 'One inbox for every form',
    text: 'New messages appear while the page is open, and search finds a word in any of a million. Reply, star, tag, and mark as done.',
    href: '/docs/inbox',
    link: 'The inbox',
  },
  {
    shot: { name: 'mail', alt: 'The email about a new message, with all its fields and a button to reply' },
    title: 'In your email, and answered',
    text: 'You and your team get each message by email, at once or as a digest. The sender gets an automatic answer in your words.',
    href: '/docs/notifications',
    link: 'Notifications',
  },
  {
    shot: { name: 'integrations', alt: 'The integrations to choose from, Slack and Google Sheets among them' },
    title: 'On to Slack, Sheets and webhooks',
    text: 'Slack, Google Sheets, Zapier or a program of yours has each message within seconds. What fails is tried again, and you see the reason.',
    href: '/docs/webhooks',
    link: 'Integrations',
  },
  {
    shot: { name: 'spam', alt: 'The spam folder: each message with the reasons why it is there' },
    title: 'Spam filtered',
    text: 'Honeypot, a filter that learns from you, block list and captcha. Spam does not count towards your monthly submissions.',
    href: '/docs/spam',
    link: 'The spam filter',
  },
  {
    shot: { name: 'files', alt: 'The files of a message, each with its size and a button to download it' },
    title: 'Files in, everything out',
    text: 'A form takes up to ten files of 25 MB each. Export all that you have as CSV, Excel or NDJSON, whenever you like.',
    href: '/docs/exports',
    link: 'Exports',
  },
  {
    shot: {
      name: 'privacy',
      alt: 'All that a person has sent, found by the email address, with buttons to download and to erase it',
    },
    title: 'Made for the GDPR',
    text: 'Find or erase a person over all forms in one step, and get a signed proof. Old messages can delete themselves.',
    href: '/docs/retention',
    link: 'Retention and erasure',
  },
];

export function FeatureList() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="mx-auto max-w-[72rem] scroll-mt-20 px-4 pt-24 sm:px-6"
    >
      <h2 id="features-title" className="text-title font-semibold">
        Everything a form needs
      </h2>
      <ul className="mt-8 grid gap-x-8 gap-y-14 md:grid-cols-2">
        {features.map(({ shot, title, text, href, link }) => (
          <li key={title} className="min-w-0">
            <BlockShot {...shot} />
            <h3 className="mt-5 text-heading font-semibold">{title}</h3>
            <p className="mt-1 max-w-[34rem] text-pretty text-muted">{text}</p>
            <a
              href={href}
              className="mt-2 inline-block py-1 text-small font-medium text-accent hover:underline max-sm:mt-0.5 max-sm:py-2.5"
            >
              {link}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
