import type { CheckFinding } from '@inlet/contracts/form-check';
import { attributeOf, type Element, isTag } from '@inlet/rules/read-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { note, shown } from '#form-checks/findings.ts';
import { addressOf, baseOf, isSameServer } from '#form-checks/page/addresses.ts';
import type { PageForm } from '#form-checks/page/forms-in.ts';

const scriptPath = /^\/inlet(?:-([^/]+))?\.js$/;

interface ScriptTag {
  /** Undefined for the address that always leads to the newest version. */
  readonly version: string | undefined;
  readonly hashes: readonly string[];
  /** True if the browser reads the script in a way in which it can compare the hash. */
  readonly isReadable: boolean;
}

/** How the page loads our script. Without the script the browser sends the form itself, so nothing here is a fault. */
export function judgeScript(
  elements: readonly Element[],
  pageUrl: string,
  pageForm: PageForm,
  form: CheckedForm,
): CheckFinding[] {
  const base = baseOf(elements, pageUrl);
  const own = new URL(form.publicUrl);
  const [tag] = elements.flatMap((element) => readTag(element, base, pageUrl, own));
  if (!tag) return [];
  const [newest = '', hash = ''] = Object.entries(form.scriptVersions).at(-1) ?? [];
  const src = `${form.publicUrl}/inlet-${newest}.js`;
  const code = { code: `<script src="${src}" integrity="${hash}" crossorigin="anonymous" defer></script>` };
  return [
    ...judgeVersion(tag, newest, form, code),
    ...judgeHashes(tag, form.scriptVersions[tag.version ?? newest], code),
    ...(isLeftAlone(pageForm, elements) ? [withoutAttribute] : []),
  ];
}

function readTag(element: Element, base: string, pageUrl: string, own: URL): ScriptTag[] {
  const address = isTag(element, 'script') ? addressOf(attributeOf(element, 'src'), base) : null;
  const found = address && isSameServer(address, own) ? scriptPath.exec(address.pathname) : null;
  if (!address || !found) return [];
  const hashes = (attributeOf(element, 'integrity') ?? '').split(/\s+/).filter(Boolean);
  const isReadable = attributeOf(element, 'crossorigin') !== undefined || address.origin === new URL(pageUrl).origin;
  return [{ version: found[1], hashes, isReadable }];
}

function judgeVersion(
  { version }: ScriptTag,
  newest: string,
  { scriptVersions }: CheckedForm,
  code: { code: string },
): CheckFinding[] {
  if (version === undefined || version === newest) return [];
  const [id, message] = Object.hasOwn(scriptVersions, version)
    ? ['script_outdated', `The page loads version ${version} of Inlet’s script; the newest is ${newest}`]
    : ['script_unknown', `The page loads version ${shown(version)} of Inlet’s script, which this installation lacks`];
  return [note(id, message, 'Load the newest version.', code)];
}

function judgeHashes(
  { version, hashes, isReadable }: ScriptTag,
  expected: string | undefined,
  code: { code: string },
): CheckFinding[] {
  if (expected === undefined) return [];
  // The newest version has no lasting hash.
  if (hashes.length === 0) return version === undefined ? [] : [withoutHash(code)];
  // The browser takes the strongest kind of hash. Ours is the only one that we know.
  const comparable = hashes.filter((hash) => hash.startsWith('sha384-'));
  if (comparable.length > 0 && !comparable.includes(expected)) return [wrongHash(code)];
  return isReadable ? [] : [withoutCrossOrigin];
}

const withoutHash = (code: { code: string }) =>
  note(
    'script_without_hash',
    'The page loads a version of Inlet’s script without its hash, so the browser would run other bytes too',
    'Add the attribute integrity.',
    code,
  );

const wrongHash = (code: { code: string }) =>
  note(
    'script_hash_wrong',
    'The browser refuses Inlet’s script, because the hash on the page is not that of the version',
    'Load the newest version with its hash.',
    code,
  );

const withoutCrossOrigin = note(
  'script_without_crossorigin',
  'The browser refuses Inlet’s script, because it cannot compare the hash without the attribute crossorigin',
  'Add the attribute.',
  { code: 'crossorigin="anonymous"' },
);

const withoutAttribute = note(
  'form_without_attribute',
  'The page loads Inlet’s script, but the form has no data-inlet, so the script leaves it alone',
  'Add the attribute to the form.',
  { code: 'data-inlet' },
);

/** A script of the page may enhance the form itself. */
function isLeftAlone({ form }: PageForm, elements: readonly Element[]): boolean {
  if (attributeOf(form, 'data-inlet') !== undefined) return false;
  return !elements.some(
    (element) =>
      isTag(element, 'script') &&
      element.childNodes.some((node) => 'value' in node && /\benhance\s*\(/.test(node.value)),
  );
}
