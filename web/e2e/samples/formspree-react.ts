import { useForm, ValidationError } from '@formspree/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** A contact form as Formspree's documentation has it; only the address is that of the product. */
function Contact({ endpointId, endpoint }: { readonly endpointId: string; readonly endpoint: string }) {
  const [state, handleSubmit] = useForm(endpointId, { endpoint });
  if (state.succeeded) return createElement('p', null, 'Thanks!');
  const field = (label: string, name: string) => [
    createElement('label', { key: name }, label, createElement('input', { name })),
    createElement(ValidationError, {
      key: `${name}-error`,
      id: `${name}-error`,
      prefix: label,
      field: name,
      errors: state.errors,
    }),
  ];
  return createElement(
    'form',
    { onSubmit: handleSubmit },
    field('Mail', 'email'),
    field('Guests', 'guests'),
    field('Size', 'size'),
    createElement('button', { type: 'submit', disabled: state.submitting }, 'Send'),
  );
}

const { endpointId = '', endpoint = '' } = document.body.dataset;
createRoot(document.body).render(createElement(Contact, { endpointId, endpoint }));
