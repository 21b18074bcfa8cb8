import { type Endpoint, fileInput, quoteScript, where } from '#features/forms/snippets.ts';

/** A component for the app router, which renders pages on the server, in the TypeScript of a new project. */
export function nextSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  return `'use client';

${where(allowedOrigins, '// ')}import { type FormEvent, useState } from 'react';

export function ContactForm() {
  const [status, setStatus] = useState('ready');

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setStatus('sending');
    const response = await fetch(${quoteScript(endpointUrl)}, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new FormData(event.currentTarget),
    }).catch(() => null);
    setStatus(response?.ok ? 'sent' : 'failed');
  }

  if (status === 'sent') return <p>Thank you, your message is on its way.</p>;
  return (
    <form onSubmit={send}>
      <label>Name <input name="name" required /></label>
      <label>Email <input name="email" type="email" required /></label>
      <label>Message <textarea name="message" /></label>${fileInput(files, 6, ' /')}
      <button disabled={status === 'sending'}>Send</button>
      {status === 'failed' && <p role="alert">That did not work. Please try again.</p>}
    </form>
  );
}`;
}

/** A component of Astro, whose script runs in the browser. */
export function astroSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  return `---
${where(allowedOrigins, '// ')}// src/components/ContactForm.astro
---
<form id="contact">
  <label>Name <input name="name" required /></label>
  <label>Email <input name="email" type="email" required /></label>
  <label>Message <textarea name="message"></textarea></label>${fileInput(files, 2, ' /')}
  <button>Send</button>
  <p role="status"></p>
</form>

<script>
  const form = document.querySelector('#contact');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const response = await fetch(${quoteScript(endpointUrl)}, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new FormData(form),
    }).catch(() => null);
    if (response?.ok) form.reset();
    form.querySelector('[role=status]').textContent = response?.ok
      ? 'Thank you, your message is on its way.'
      : 'That did not work. Please try again.';
  });
</script>`;
}

/** A component of Vue 3. */
export function vueSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  return `${where(allowedOrigins, '<!-- ', ' -->')}<script setup>
import { ref } from 'vue';

const status = ref('ready');

async function send(event) {
  status.value = 'sending';
  const response = await fetch(${quoteScript(endpointUrl)}, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new FormData(event.target),
  }).catch(() => null);
  status.value = response?.ok ? 'sent' : 'failed';
}
</script>

<template>
  <p v-if="status === 'sent'">Thank you, your message is on its way.</p>
  <form v-else @submit.prevent="send">
    <label>Name <input name="name" required></label>
    <label>Email <input name="email" type="email" required></label>
    <label>Message <textarea name="message"></textarea></label>${fileInput(files, 4)}
    <button :disabled="status === 'sending'">Send</button>
    <p v-if="status === 'failed'" role="alert">That did not work. Please try again.</p>
  </form>
</template>`;
}

/** A component of Svelte 5. */
export function svelteSnippet({ endpointUrl, allowedOrigins, files }: Endpoint): string {
  return `${where(allowedOrigins, '<!-- ', ' -->')}<script>
  let status = $state('ready');

  async function send(event) {
    event.preventDefault();
    status = 'sending';
    const response = await fetch(${quoteScript(endpointUrl)}, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new FormData(event.currentTarget),
    }).catch(() => null);
    status = response?.ok ? 'sent' : 'failed';
  }
</script>

{#if status === 'sent'}
  <p>Thank you, your message is on its way.</p>
{:else}
  <form onsubmit={send}>
    <label>Name <input name="name" required></label>
    <label>Email <input name="email" type="email" required></label>
    <label>Message <textarea name="message"></textarea></label>${fileInput(files, 4)}
    <button disabled={status === 'sending'}>Send</button>
    {#if status === 'failed'}<p role="alert">That did not work. Please try again.</p>{/if}
  </form>
{/if}`;
}
