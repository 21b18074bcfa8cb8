import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from '#components/ui/button-class.ts';
import { classNames } from '#components/ui/class-names.ts';

interface AnchorButtonProps {
  readonly href: string;
  readonly variant?: ButtonVariant;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that looks like a button, for pages without a router. */
export function AnchorButton({ href, variant = 'secondary', className, children }: AnchorButtonProps) {
  return (
    <a href={href} className={classNames(buttonClass(variant), 'gap-2', className)}>
      {children}
    </a>
  );
}
