import { measured } from '#features/landing/measured.ts';

/** Results of the benchmark, with a link to the method. */
export function Figures() {
  return (
    <section aria-labelledby="figures" className="mx-auto max-w-[72rem] px-4 pt-10 sm:px-6">
      <div className="border-line border-y py-10">
        <h2 id="figures" className="text-heading font-semibold">
          Fast on modest hardware
        </h2>
        <dl className="mt-6 grid gap-8 sm:grid-cols-3">
          {measured.map(({ figure, unit, text }) => (
            <div key={text} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 max-w-[18rem] text-small text-muted">{text}</dt>
              <dd className="text-title font-semibold tabular-nums">
                {figure} <span className="text-body font-normal text-muted">{unit}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-8 text-small text-muted">
          <a href="/docs/performance" className="text-ink underline underline-offset-4">
            How this was measured
          </a>
          , what it was compared with, and how to repeat it.
        </p>
      </div>
    </section>
  );
}
