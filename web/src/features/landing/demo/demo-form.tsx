import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextArea, TextField } from '#components/ui/field.tsx';
import type { DemoFields } from '#features/landing/demo/demo-submission.ts';

interface Mistakes {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

export function DemoForm({ onSend }: { onSend: (data: DemoFields) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [isSent, setIsSent] = useState(false);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findMistakes(event.currentTarget);
    setMistakes(found);
    setIsSent(false);
    const firstWrong = found.name ? 'name' : found.email ? 'email' : null;
    if (firstWrong !== null) return inputOf(event.currentTarget, firstWrong).focus();
    const entries = new FormData(event.currentTarget);
    const text = (field: string) => String(entries.get(field)).trim();
    onSend({ name: text('name'), email: text('email'), message: text('message') });
    setIsSent(true);
    form.current?.reset();
  }

  return (
    // A form with this method sends nothing, even before the page's script is loaded.
    <form ref={form} method="dialog" noValidate onSubmit={send} className="grid gap-4">
      <TextField label="Name" name="name" autoComplete="off" required error={mistakes.name} />
      <TextField label="Email" name="email" type="email" autoComplete="off" required error={mistakes.email} />
      <TextArea label="Message" name="message" rows={3} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary">
          Send
        </Button>
        <p role="status" className="text-small text-success">
          {isSent && 'Received. It is the first one in the list.'}
        </p>
      </div>
    </form>
  );
}

function findMistakes(form: HTMLFormElement): Mistakes {
  const { value } = inputOf(form, 'name');
  const email = inputOf(form, 'email');
  return {
    name: value.trim() === '' ? 'Name is required' : undefined,
    email: email.validity.valueMissing
      ? 'Email is required'
      : email.validity.typeMismatch
        ? 'Enter a valid email address'
        : undefined,
  };
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) throw new Error(`The form has no field ${name}`);
  return input;
}
