import type { CheckSettings } from '@inlet/contracts/form-check';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { isUnderWay, useCheck, useCheckSettings, useStartCheck } from '#features/forms/check/api/use-check.ts';
import { CheckResult } from '#features/forms/check/check-result.tsx';
import { WeeklyCheck } from '#features/forms/check/weekly-check.tsx';
import { failureMessage } from '#lib/http.ts';

/** Finds out why the page of a form does not send what it should. */
export function CheckPanel({ formId }: { formId: string }) {
  const settings = useCheckSettings(formId);
  return (
    <Section
      title="Check my page"
      intro="Inlet reads your page, compares its form with the settings here, and sends a test the way a visitor would. Recipients and integrations get it, marked as a test. It is not kept and counts nowhere."
    >
      {settings.data ? (
        <LoadedPanel key={formId} formId={formId} settings={settings.data} />
      ) : settings.isError ? (
        <QueryFailure title="The check-up could not be loaded" query={settings} />
      ) : (
        <div role="status" aria-label="Loading the check-up">
          <Skeleton className="h-10 w-full" />
        </div>
      )}
    </Section>
  );
}

function LoadedPanel({ formId, settings }: { formId: string; settings: CheckSettings }) {
  const [url, setUrl] = useState(settings.last?.url ?? settings.url ?? '');
  const [mistake, setMistake] = useState<string>();
  const start = useStartCheck(formId);
  const startedId = start.data?.id ?? (settings.last && isUnderWay(settings.last) ? settings.last.id : undefined);
  const started = useCheck(formId, startedId);
  const check = startedId === undefined ? settings.last : started.data;
  const isRunning = start.isPending || (startedId !== undefined && (!started.data || isUnderWay(started.data)));

  function submit(event: FormEvent) {
    event.preventDefault();
    const address = url.trim();
    const isAddress = /^https?:\/\/./i.test(address) && URL.canParse(address);
    setMistake(isAddress ? undefined : 'The address of the page must start with https://');
    if (isAddress && !isRunning) start.mutate(address);
  }

  return (
    <div className="grid grid-cols-1 gap-6">
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <TextField
          label="Address of the page"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://www.example.com/contact"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={mistake ?? (start.isError ? failureMessage(start.error) : undefined)}
        />
        <Button type="submit" variant="primary" isLoading={isRunning} className="max-sm:w-full sm:mt-7">
          Check the page
        </Button>
      </form>
      <div aria-live="polite" className="empty:hidden">
        {isRunning ? (
          <p className="flex items-center gap-3 text-small text-muted">
            <Spinner label="Checking" />
            Checking the page. It takes a minute at most.
          </p>
        ) : (
          check && <CheckResult check={check} />
        )}
      </div>
      <WeeklyCheck formId={formId} settings={settings} url={url.trim()} />
    </div>
  );
}
