/** The promise about a stored message, and how it is tested. */
export function NeverLost() {
  return (
    <section aria-labelledby="never-lost" className="mx-auto max-w-[72rem] px-4 pt-24 sm:px-6">
      <h2 id="never-lost" className="text-title font-semibold">
        Never lose a submission
      </h2>
      <p className="mt-2 max-w-[38rem] text-pretty text-muted">
        We crash our own servers in testing: nothing gets lost. A visitor reads “thank you” once the message is on disk,
        not before.
      </p>
      <a
        href="/docs/performance"
        className="mt-2 inline-block py-1 text-small font-medium text-accent hover:underline max-sm:mt-0.5 max-sm:py-2.5"
      >
        What is guaranteed
      </a>
    </section>
  );
}
