import { useState } from 'react';
import { Card } from '#components/ui/card.tsx';
import { DemoCode } from '#features/landing/demo/demo-code.tsx';
import { DemoDetails } from '#features/landing/demo/demo-details.tsx';
import { DemoForm } from '#features/landing/demo/demo-form.tsx';
import { DemoList } from '#features/landing/demo/demo-list.tsx';
import { type DemoSubmission, firstSubmissions, receive } from '#features/landing/demo/demo-submission.ts';
import { DemoTabs } from '#features/landing/demo/demo-tabs.tsx';

/** A form and its inbox side by side. No data leaves the browser. */
export function Demo() {
  const [submissions, setSubmissions] = useState(firstSubmissions);
  const [opened, setOpened] = useState<DemoSubmission | null>(null);
  return (
    <section id="demo" aria-labelledby="demo-title" className="mx-auto max-w-[72rem] scroll-mt-20 px-4 pt-24 sm:px-6">
      <h2 id="demo-title" className="text-title font-semibold">
        Try it
      </h2>
      <p className="mt-2 max-w-[38rem] text-pretty text-muted">
        Send the form and see it arrive, as its owner would. This demo runs in your browser alone: nothing is sent
        anywhere.
      </p>
      <div className="mt-8 grid gap-6 lg:grid-cols-2">
        <Card className="min-w-0 p-4 sm:p-6">
          <DemoTabs
            label="The form"
            tabs={[
              {
                id: 'demo-form',
                label: 'Live form',
                content: <DemoForm onSend={(data) => setSubmissions(receive(submissions, data))} />,
              },
              { id: 'demo-code', label: 'HTML code', content: <DemoCode /> },
            ]}
          />
        </Card>
        <Card className="min-w-0">
          <DemoList submissions={submissions} onOpen={setOpened} />
        </Card>
      </div>
      {opened && <DemoDetails submission={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
