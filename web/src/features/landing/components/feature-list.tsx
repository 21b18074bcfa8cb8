import Download from 'virtual:lucide/download';
import HardDrive from 'virtual:lucide/hard-drive';
import MailCheck from 'virtual:lucide/mail-check';
import Radio from 'virtual:lucide/radio';
import ShieldCheck from 'virtual:lucide/shield-check';
import ShieldOff from 'virtual:lucide/shield-off';
import type { Icon } from '#components/ui/icon.tsx';

interface Feature {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly link: string;
}

const features: readonly Feature[] = [
  {
    icon: HardDrive,
    title: 'Never lose a submission',
    text: 'A visitor reads “thank you” once the submission is on disk, not before. We crash our own servers in testing, under load: nothing gets lost.',
    href: '/docs/performance',
    link: 'What is guaranteed',
  },
  {
    icon: MailCheck,
    title: 'Works with the form you have',
    text: 'A plain HTML form needs one attribute and no script. Scripts may send JSON, urlencoded or multipart bodies.',
    href: '/docs/quick-start',
    link: 'Quick start',
  },
  {
    icon: ShieldCheck,
    title: 'Only from your websites',
    text: 'Name the websites that can send, with every subdomain if you like. Requests from other websites are refused.',
    href: '/docs/origins',
    link: 'Allowed origins',
  },
  {
    icon: ShieldOff,
    title: 'Spam filtered',
    text: 'A honeypot field, a filter that learns from you, a block list and a captcha. Spam does not count towards your monthly submissions.',
    href: '/docs/spam',
    link: 'Spam',
  },
  {
    icon: Radio,
    title: 'Live inbox',
    text: 'New submissions appear while the page is open. Search finds a word in any field, also among a million of them.',
    href: '#demo',
    link: 'Try it below',
  },
  {
    icon: Download,
    title: 'Portable data',
    text: 'Export everything as CSV, read it through an API, or run Inlet on your own machines under the MIT license.',
    href: '/docs/exports',
    link: 'Exports',
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
      <ul className="mt-8 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text, href, link }) => (
          <li key={title}>
            <Icon aria-hidden size={20} strokeWidth={1.75} className="text-accent" />
            <h3 className="mt-3 text-heading font-semibold">{title}</h3>
            <p className="mt-1 text-pretty text-muted">{text}</p>
            <a href={href} className="mt-2 inline-block py-1 text-small font-medium text-accent hover:underline">
              {link}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
