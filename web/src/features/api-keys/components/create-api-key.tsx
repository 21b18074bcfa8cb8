import { createApiKeySchema, type NewApiKey } from '@inlet/contracts/api-keys';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useCreateApiKey } from '#features/api-keys/api/use-create-api-key.ts';
import { LifetimeChoice } from '#features/api-keys/components/lifetime-choice.tsx';
import { NewKey } from '#features/api-keys/components/new-key.tsx';
import { type ChosenScope, ScopeChoice } from '#features/api-keys/components/scope-choice.tsx';
import { expiryOf, firstLifetime } from '#features/api-keys/lifetimes.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';
import { useTextForm } from '#lib/use-text-form.ts';

interface CreateApiKeyProps {
  readonly onClose: () => void;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
}

/**
 * Asks for a name, a scope and a lifetime, then shows the key. It is a panel instead of a dialog, so that an accidental
 * press cannot close it.
 */
export function CreateApiKey({ onClose, returnFocusTo }: CreateApiKeyProps) {
  const [created, setCreated] = useState<NewApiKey | null>(null);

  function close() {
    onClose();
    // The button is disabled until this was rendered.
    requestAnimationFrame(() => returnFocusTo.current?.focus());
  }

  return (
    <div className="mb-8 rounded-medium border border-line bg-sunken p-4">
      {created ? <NewKey created={created} onDone={close} /> : <Questions onCreated={setCreated} onCancel={close} />}
    </div>
  );
}

interface QuestionsProps {
  readonly onCreated: (key: NewApiKey) => void;
  readonly onCancel: () => void;
}

function Questions({ onCreated, onCancel }: QuestionsProps) {
  const creation = useCreateApiKey();
  const form = useTextForm(createApiKeySchema, ['name', 'password']);
  const user = useUser();
  const hasPasswords = useAppConfig().data?.passwords !== false;
  const [scope, setScope] = useState<ChosenScope>('read');
  const [isWithoutRight, setIsWithoutRight] = useState(false);
  const [lifetime, setLifetime] = useState(firstLifetime);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => element.current?.querySelector('input')?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const lacksRight = scope.length === 0;
    setIsWithoutRight(lacksRight);
    if (creation.isPending || !form.check() || lacksRight) return;
    const { name, password } = form.texts;
    creation.mutate(
      {
        name,
        // Without it, the service asks for a confirmation.
        ...(password !== '' && { password }),
        ...(typeof scope === 'string' ? { scope } : { scopes: [...scope] }),
        expiresAt: expiryOf(lifetime),
      },
      {
        onSuccess: onCreated,
        onError: (error) => form.showRefusal(error, { wrong_password: 'password' }) && creation.reset(),
      },
    );
  }

  return (
    <form noValidate ref={element} aria-label="New API key" onSubmit={submit} className="grid grid-cols-1 gap-6">
      {creation.isError && <Notice tone="danger">{failureMessage(creation.error)}</Notice>}
      <TextField
        {...form.bind('name')}
        label="Name"
        hint="Where it is used, so that you recognize it later."
        autoComplete="off"
        placeholder="Nightly backup"
        required
      />
      <ScopeChoice
        scope={scope}
        error={isWithoutRight ? 'Choose what the key may do' : undefined}
        onChange={(next) => {
          setScope(next);
          setIsWithoutRight(false);
        }}
      />
      <LifetimeChoice lifetime={lifetime} onChange={setLifetime} />
      {hasPasswords && (
        <>
          {/* Tells password managers whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            {...form.bind('password')}
            label="Your password"
            hint="We will email you that a key was created."
            autoComplete="current-password"
            required
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={creation.isPending}>
          Create key
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
