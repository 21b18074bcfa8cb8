import { AnchorButton } from '#components/site/anchor-button.tsx';
import { EntranceButton } from '#components/site/entrance-button.tsx';
import { HeroCode } from '#features/landing/components/hero-code.tsx';
import { ProductShot } from '#features/landing/components/product-shot.tsx';
import { useSite } from '#lib/site.tsx';

export function Hero() {
  const { sellsPlans } = useSite();
  return (
    <section className="mx-auto max-w-[72rem] px-4 pt-14 sm:px-6 sm:pt-20">
      <div className="grid items-center gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="max-w-[38rem]">
          <h1 className="text-display font-semibold text-balance">
            Every message from your website’s forms, delivered
          </h1>
          <p className="mt-5 text-heading text-pretty text-muted">
            Paste one address into your form. Each message reaches your inbox, your email and Slack within seconds: spam
            filtered, files included.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <EntranceButton />
            <AnchorButton href="#demo">Try the demo</AnchorButton>
          </div>
          {sellsPlans && (
            <p className="mt-4 text-small text-muted">
              In private beta. You can also{' '}
              <a href="/docs/self-hosting" className="text-ink underline underline-offset-4">
                run it yourself
              </a>
              .
            </p>
          )}
        </div>
        <HeroCode />
      </div>
      <div className="mt-12 sm:mt-16">
        <ProductShot alt="A form in the dashboard: its endpoint and its submissions, newest first" />
      </div>
    </section>
  );
}
