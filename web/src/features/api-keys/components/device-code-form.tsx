import { typedCodeSchema } from '@inlet/contracts/device';
import type { FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { useTextForm } from '#lib/use-text-form.ts';

/** Asks for the code that a machine shows. */
export function DeviceCodeForm({ onCode }: { onCode: (code: string) => void }) {
  const form = useTextForm(typedCodeSchema, ['code']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (form.check()) onCode(form.texts.code.trim());
  }

  return (
    <form noValidate aria-label="Find the machine" onSubmit={submit} className="grid max-w-[28rem] grid-cols-1 gap-6">
      <TextField
        {...form.bind('code')}
        label="Code"
        hint={
          <>
            The machine shows it after <code>inlet login</code>. It lasts ten minutes.
          </>
        }
        placeholder="BCDF-GHJK"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        Continue
      </Button>
    </form>
  );
}
