import { Where } from '#components/site/where.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { useSite } from '#lib/site.tsx';

const product = [
  { href: '/#features', label: 'Features' },
  { href: '/#demo', label: 'Demo' },
  { href: '/pricing', label: 'Pricing' },
];

const developers = [
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/performance', label: 'Performance' },
  { href: '/docs/api-reference', label: 'API reference' },
];

const legal = [
  { href: '/terms', label: 'Terms' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/dpa', label: 'Data processing' },
];

export function SiteFooter() {
  const { sellsPlans } = useSite();
  return (
    <footer className="mt-24 border-line border-t">
      <div className="mx-auto grid max-w-[72rem] gap-10 px-4 py-12 sm:grid-cols-[1fr_auto] sm:px-6">
        <div>
          <Wordmark />
          <p className="mt-3 max-w-[24rem] text-small text-muted">
            A backend for the forms of your website, hosted for you or run by you under the MIT license.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-12 gap-y-8 sm:grid-cols-3">
          <Where part="LANDING">
            <Group title="Product" links={sellsPlans ? product : product.filter(({ href }) => href !== '/pricing')} />
          </Where>
          <Group title="Developers" links={developers} />
          <Group title="Legal" links={legal} />
        </nav>
      </div>
    </footer>
  );
}

interface GroupProps {
  readonly title: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

function Group({ title, links }: GroupProps) {
  return (
    <div>
      <h2 className="text-small font-semibold">{title}</h2>
      <ul className="mt-2">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              className="inline-block py-1.5 text-small text-muted max-sm:py-2.5 hover:text-ink hover:underline"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
