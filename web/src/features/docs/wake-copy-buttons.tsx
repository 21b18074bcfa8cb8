import { hydrateRoot } from 'react-dom/client';
import { SampleCopyButton } from '#features/docs/components/sample-copy-button.tsx';

/** Lets the buttons copy of samples that stand in the page as the build wrote them. */
export function wakeCopyButtons(article: HTMLElement): void {
  for (const sample of article.querySelectorAll('.docs-sample')) {
    const place = sample.querySelector('[data-copy]');
    const code = sample.querySelector('pre')?.textContent ?? '';
    if (place) hydrateRoot(place, <SampleCopyButton code={code} />);
  }
}
