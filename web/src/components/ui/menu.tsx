import Check from 'virtual:lucide/check';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Icon } from '#components/ui/icon.tsx';

interface MenuProps {
  readonly trigger: ReactElement;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

/**
 * A list of actions behind a button: arrow keys move, Esc and a press outside close it. It stays in the landmark of its
 * button, so that people who navigate by landmarks find it there.
 */
export function Menu({ trigger, isOpenAtFirst = false, children }: MenuProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <BaseMenu.Root defaultOpen={isOpenAtFirst}>
      <BaseMenu.Trigger render={trigger} />
      <div ref={setPlace} />
      <BaseMenu.Portal container={place}>
        <BaseMenu.Positioner align="end" sideOffset={8} className="z-30">
          <BaseMenu.Popup className={popupClass}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** The subject of the menu; it has no action. */
export function MenuHeading({ label, children }: { label: string; children: string }) {
  return (
    <div className="px-3 py-2">
      <p className="text-caption text-muted">{label}</p>
      <p className="truncate text-small font-medium" title={children}>
        {children}
      </p>
    </div>
  );
}

export function MenuItem({ icon: Icon, onSelect, children }: { icon: Icon; onSelect: () => void; children: string }) {
  return (
    <BaseMenu.Item onClick={onSelect} className={itemClass}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      {children}
    </BaseMenu.Item>
  );
}

/** A link rather than a button, so that it can be opened in a new tab. */
export function MenuLink({ icon: Icon, to, children }: { icon: Icon; to: string; children: string }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<Link to={to} />} className={itemClass}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      {children}
    </BaseMenu.LinkItem>
  );
}

/** A link that leaves the app, such as to a mail program. */
export function MenuAnchor({ icon: Icon, href, children }: { icon: Icon; href: string; children: string }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<a href={href} />} className={itemClass}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      {children}
    </BaseMenu.LinkItem>
  );
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon: Icon }[];
  readonly onChange: (value: Value) => void;
  /** The menu stays open otherwise, so that the effect is visible. */
  readonly closesMenu?: boolean;
}

/** One of several options, marked with a check. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { label, value, options, onChange, closesMenu = false } = props;
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-3 pt-2 pb-1 text-caption text-muted">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
        {options.map(({ value: option, label: optionLabel, icon: Icon }) => (
          <BaseMenu.RadioItem key={option} value={option} closeOnClick={closesMenu} className={itemClass}>
            <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">{optionLabel}</span>
            <BaseMenu.RadioItemIndicator className="ml-auto shrink-0">
              <Check aria-hidden size={16} strokeWidth={2} className="text-accent" />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 border-line border-t" />;
}

const popupClass =
  'w-64 max-w-[calc(100vw-2rem)] origin-(--transform-origin) rounded-large border border-line bg-raised p-1 shadow-floating outline-none transition duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

const itemClass =
  'flex min-h-11 items-center gap-3 rounded-medium px-3 text-small outline-none select-none data-highlighted:bg-hover sm:min-h-9';
