/** Values that differ between responses: ids, times, endpoints, keys and the user agent. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '<time>'],
  [/\/(api\/forms|f)\/\w{8,}/g, '/$1/<endpoint>'],
  [/inlet_[\w.-]+/g, '<key>'],
];

/** A response without the values that differ each time. */
export function masked(answer: unknown): unknown {
  const text = masks.reduce((result, [pattern, name]) => result.replaceAll(pattern, name), JSON.stringify(answer));
  return JSON.parse(text);
}

/** The submitted fields, and why they are suspicious: the samples send the same fields again and again. */
const varying = ['data', 'reasons'];

/** The names and types of all fields; of a list only the first entry. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'text or null' : kindOf(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, varying.includes(name) ? name : shapeOf(field)]),
  );
}

function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'text or null' : typeof value;
}
