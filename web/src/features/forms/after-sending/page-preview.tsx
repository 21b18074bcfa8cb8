import { useEffect, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';

interface PagePreviewProps {
  readonly title: string;
  /** The HTML of a whole page. */
  readonly html: string;
  /** True for a page with many parts. */
  readonly isTall?: boolean;
}

/**
 * A page of visitors, small. Its style stands in the page and its logo comes from another website, which the policy of
 * the app refuses: so it is shown in a document with a policy of its own, which runs nothing but what takes the page in.
 */
export function PagePreview({ title, html, isTall = false }: PagePreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  // A sandbox has no origin that could be named. The page contains no secret.
  const show = () => frame.current?.contentWindow?.postMessage(html, '*');
  useEffect(() => {
    frame.current?.contentWindow?.postMessage(html, '*');
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      src="/preview-frame.html"
      sandbox="allow-scripts"
      onLoad={show}
      className={classNames('w-full rounded-medium border border-line bg-canvas', isTall ? 'h-[40rem]' : 'h-[22rem]')}
    />
  );
}
