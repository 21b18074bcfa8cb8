import { lazy, Suspense } from 'react';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { columnClass, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useRules } from '#features/rules/api/use-rules.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useFormOfPage } from '#routes/form/form-frame.tsx';

// Both check rules with the schema of the service, which is large.
const RulesEditor = lazy(async () => ({
  default: (await import('#features/rules/components/rules-editor.tsx')).RulesEditor,
}));
const RulesSummary = lazy(async () => ({
  default: (await import('#features/rules/components/rules-summary.tsx')).RulesSummary,
}));

/** The rules of a form, which some members only read. */
export function RulesPage() {
  const { form } = useFormOfPage();
  return (
    <>
      <PageTitle>{`Rules of ${form.name}`}</PageTitle>
      <div className={`${columnClass} py-4`}>
        <header className="mb-4">
          <h2 className="text-heading font-semibold">Rules</h2>
          <p className="text-small text-muted">
            How each field must be filled in. <DocsLink page="rules">More about rules</DocsLink>
          </p>
        </header>
        <Loaded />
      </div>
    </>
  );
}

function Loaded() {
  const { form } = useFormOfPage();
  const rules = useRules(form.id);
  const may = useRights();
  const skeleton = <SectionsSkeleton label="Loading the rules" />;
  if (rules.isPending) return skeleton;
  if (!rules.data) return <QueryFailure title="The rules could not be loaded" query={rules} />;
  const Part = may('forms:write') ? RulesEditor : RulesSummary;
  return (
    <Suspense fallback={skeleton}>
      <Part formId={form.id} endpointUrl={form.endpointUrl} takesFiles={form.takesFiles} saved={rules.data} />
    </Suspense>
  );
}
