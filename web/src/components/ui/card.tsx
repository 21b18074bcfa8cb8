import type { ComponentProps } from 'react';
import { classNames } from '#components/ui/class-names.ts';

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div {...props} className={classNames('rounded-large border border-line bg-surface shadow-raised', className)} />
  );
}
