import { AnchorButton } from '#components/site/anchor-button.tsx';
import { ProductShot } from '#features/landing/components/product-shot.tsx';

export function Hero() {
  return (
    <section aria-labelledby="hero" className="mx-auto max-w-[72rem] px-4 pt-14 sm:px-6 sm:pt-24">
      <div className="max-w-[44rem]">
        <h1 id="hero" className="text-display font-semibold text-balance">
          The backend for your website’s forms
        </h1>
        <p className="mt-5 max-w-[38rem] text-heading text-pretty text-muted">
          For website owners who need what people fill in, and no server to run for it. Point a form at Inlet: what is
          sent is stored, and stands in your dashboard seconds later.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <AnchorButton href="/auth?early_pro=true" variant="primary">
            Join Waitlist
          </AnchorButton>
          <AnchorButton href="#demo">Try the demo</AnchorButton>
        </div>
        <p className="mt-4 text-small text-muted">
          In private beta. You can also{' '}
          <a href="/docs/self-hosting" className={linkClass}>
            run it yourself
          </a>
          .
        </p>
      </div>
      <div className="mt-12 sm:mt-16">
        <ProductShot
          name="inbox"
          alt="A form in the dashboard: its endpoint, and what people sent, newest first"
          isFirst
        />
      </div>
    </section>
  );
}

const linkClass = 'text-ink underline underline-offset-4';
