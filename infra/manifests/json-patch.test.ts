import { describe, expect, it } from 'vitest';
import { applyJsonPatch } from '#manifests/json-patch.ts';

const document = { spec: { replicas: 2, ports: [80, 443], labels: { 'a/b': 'c' } } };

describe('applyJsonPatch', () => {
  it('adds, replaces and removes, in objects and in lists', () => {
    const changed = applyJsonPatch(document, [
      { op: 'remove', path: '/spec/replicas' },
      { op: 'add', path: '/spec/ports/0', value: 22 },
      { op: 'add', path: '/spec/ports/-', value: 8080 },
      { op: 'replace', path: '/spec/labels/a~1b', value: 'd' },
    ]);
    expect(changed).toEqual({ spec: { ports: [22, 80, 443, 8080], labels: { 'a/b': 'd' } } });
    expect(document.spec.replicas).toBe(2);
  });

  it.each([
    { op: 'replace', path: '/spec/replica', value: 3 },
    { op: 'remove', path: '/spec/ports/2' },
    { op: 'add', path: '/status/phase', value: 'done' },
  ] as const)('refuses $op at $path, which leads nowhere', (operation) => {
    expect(() => applyJsonPatch(document, [operation])).toThrow('The patch leads nowhere at');
  });
});
