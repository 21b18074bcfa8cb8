import type { CheckFinding } from '@inlet/contracts/form-check';
import { compileOriginRule } from '@inlet/contracts/origins';
import { typeOf } from '@inlet/rules/controls';
import { attributeOf, type Element } from '@inlet/rules/read-html';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { fault, note, shown } from '#form-checks/findings.ts';
import { decisiveName, ownerOf, type PageForm } from '#form-checks/page/forms-in.ts';
import type { Visibility } from '#form-checks/page/is-hidden.ts';

const multipart = 'multipart/form-data';
const plain = 'text/plain';
const unnamedMax = 10;
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** How the form is sent. */
export function judgeSending(pageForm: PageForm, { takesFiles }: CheckedForm): CheckFinding[] {
  const { controls, method, encoding } = pageForm;
  const findings: CheckFinding[] = [];
  const [methodName, encodingName] = [decisiveName(pageForm, 'method'), decisiveName(pageForm, 'enctype')];
  const file = controls.find((control) => typeOf(control) === 'file');
  if (method !== 'post')
    findings.push(
      fault(
        'wrong_method',
        `The form is sent with the method ${shown(method)}, which puts the fields into the address and sends nothing`,
        `Set the ${methodName} of the ${ownerOf(methodName)} to post.`,
        { code: `${methodName}="post"` },
      ),
    );
  if (file && encoding !== multipart)
    findings.push(
      fault(
        'files_not_sent',
        'The form has a field for files, but sends only their names',
        `Set the encoding of the ${ownerOf(encodingName)}.`,
        { ...fieldOf(file), code: `${encodingName}="${multipart}"` },
      ),
    );
  else if (encoding === plain)
    findings.push(
      fault(
        'wrong_encoding',
        `The form is sent in the encoding ${plain}, which the endpoint does not read`,
        `Set the encoding of the ${ownerOf(encodingName)} to ${multipart}, or remove it.`,
        {
          code: `${encodingName}="${multipart}"`,
        },
      ),
    );
  if (file && !takesFiles)
    findings.push(
      fault(
        'files_not_taken',
        'The form of the page has a field for files, but the form takes none',
        'Let the form take files in its settings, or remove the field.',
        fieldOf(file),
      ),
    );
  return findings;
}

/** Fields that never arrive, and the honeypot. */
export function judgeControls({ controls }: PageForm, visibilityOf: (control: Element) => Visibility): CheckFinding[] {
  const findings: CheckFinding[] = [];
  const unnamed = controls.filter((control) => !attributeOf(control, 'name') && typeOf(control) !== 'hidden');
  for (const control of unnamed.slice(0, unnamedMax)) {
    const hint = attributeOf(control, 'id') ?? attributeOf(control, 'placeholder') ?? typeOf(control);
    findings.push(
      fault(
        'field_without_name',
        `The field “${shown(hint)}” has no name, so what visitors fill in is not sent`,
        'Give the field a name.',
        { code: `name="${/^[\w-]{1,40}$/.test(hint) ? hint : 'field'}"` },
      ),
    );
  }
  const trap = controls.find((control) => /^_(?:gotcha|honeypot)$/.test(attributeOf(control, 'name') ?? ''));
  const visibility = trap ? visibilityOf(trap) : 'hidden';
  if (trap && visibility === 'visible')
    findings.push(
      fault(
        'honeypot_visible',
        'Visitors can see the trap for robots, and what they send with it counts as spam',
        'Hide the field.',
        { ...fieldOf(trap), code: 'style="display:none" tabindex="-1" autocomplete="off"' },
      ),
    );
  if (trap && visibility === 'unknown')
    findings.push(
      note(
        'honeypot_unclear',
        'The page itself does not hide the trap for robots; a file of styles may do so',
        'Open the page and make sure that the field cannot be seen.',
        fieldOf(trap),
      ),
    );
  return findings;
}

/** Whether the endpoint takes what the page sends, and whether it travels safely. */
export function judgePage(url: string, { allowedOrigins, publicUrl }: CheckedForm, isHosted: boolean): CheckFinding[] {
  const { origin, protocol, hostname } = new URL(url);
  const findings: CheckFinding[] = [];
  const isOwn = isHosted && origin === new URL(publicUrl).origin;
  if (!isOwn && !compileOriginRule(allowedOrigins)(origin))
    findings.push(
      fault(
        'origin_not_allowed',
        `The form does not accept submissions from ${shown(origin)}`,
        'Add this website to the allowed ones in the settings of the form.',
        { code: origin },
      ),
    );
  if (protocol === 'http:' && !loopback.test(hostname))
    findings.push(
      note(
        'not_https',
        'The page is not served by https, so anybody on the way can read and change it',
        'Serve the page by https.',
      ),
    );
  return findings;
}

function fieldOf(control: Element): { field?: string } {
  const name = attributeOf(control, 'name');
  return name ? { field: shown(name) } : {};
}
