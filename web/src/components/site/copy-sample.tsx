import Check from 'virtual:lucide/check';
import Copy from 'virtual:lucide/copy';
import type { IconProps } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';

/** Copies the `<pre>` of the surrounding element with `data-sample`. `copySamples` handles all buttons of a page. */
export function CopySample({ label }: { label: string }) {
  return (
    <span data-copy={label} className="group/copy flex noscript:hidden">
      <IconButton
        icon={CopyOrCheck}
        label={label}
        title={label}
        className="group-data-[outcome=copied]/copy:text-success"
      />
      <span
        role="status"
        className="sr-only text-caption text-danger group-data-[outcome=refused]/copy:not-sr-only group-data-[outcome=refused]/copy:self-center"
      />
    </span>
  );
}

function CopyOrCheck(props: IconProps) {
  return (
    <>
      <Copy {...props} className="group-data-[outcome=copied]/copy:hidden" />
      <Check {...props} className="hidden group-data-[outcome=copied]/copy:block" />
    </>
  );
}
