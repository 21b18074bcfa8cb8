import { useSite } from '#lib/site.tsx';

const before = `<form
  method="POST"
  action="`;
const after = `">
  <input name="email" type="email" required>
  <textarea name="message"></textarea>
  <button>Send</button>
</form>`;

/** The whole change to a website: its existing form, with one address in it. */
export function HeroCode() {
  const { publicUrl } = useSite();
  return (
    <figure className="min-w-0 overflow-hidden rounded-large border border-line bg-surface shadow-raised">
      <figcaption className="border-line border-b px-4 py-2.5 text-caption font-medium text-muted">
        All your page needs: one address
      </figcaption>
      <pre className="px-4 py-3.5 font-mono text-caption leading-5 whitespace-pre-wrap wrap-anywhere">
        {before}
        <strong className="rounded-small bg-accent-soft font-normal text-accent">{`${publicUrl}/f/your-endpoint`}</strong>
        {after}
      </pre>
    </figure>
  );
}
