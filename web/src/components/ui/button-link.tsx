import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type ButtonVariant, buttonClass } from '#components/ui/button-class.ts';
import { classNames } from '#components/ui/class-names.ts';

interface ButtonLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, variant = 'secondary', className, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={classNames(buttonClass(variant), 'gap-2', className)}>
      {children}
    </Link>
  );
}
