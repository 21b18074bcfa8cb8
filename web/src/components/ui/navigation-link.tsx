import { NavLink } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';

/** Marked as the current page on exactly its own address. */
export function NavigationLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink to={to} end className="group inline-flex min-h-11 items-center rounded-medium sm:min-h-9">
      {({ isActive }) => (
        <span
          className={classNames(
            'rounded-medium px-3 py-2 text-small font-medium whitespace-nowrap transition-tint group-hover:bg-hover group-hover:text-ink',
            isActive ? 'bg-hover text-ink' : 'text-muted',
          )}
        >
          {children}
        </span>
      )}
    </NavLink>
  );
}
