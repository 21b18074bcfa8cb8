import {
  eraseSchema,
  erasureKeySchema,
  erasureListSchema,
  erasureSchema,
  erasureStartedSchema,
  personQuerySchema,
} from '#account/erasures.ts';
import { personSchema } from '#account/found-person.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';

const hourSeconds = 3_600;

export const erasureRoutes = {
  findPerson: {
    action: 'people:read',
    group: 'Privacy',
    summary: 'Find what is stored of an email address',
    description:
      'Looks through all forms of the account. A submission is the person’s if one of its fields equals the address, however deep it lies and in whatever case; also if its reply address does. Where the address stands within a longer text, the place is a mention. Reading a million submissions takes some seconds.',
    access: 'account',
    limit: { name: 'people', per: 'account', max: 60, windowSeconds: hourSeconds },
    query: personQuerySchema,
    success: { status: 200, description: 'What is stored', schema: personSchema },
    refusals: ['searchesBusy'],
  },
  erasePerson: {
    action: 'people:erase',
    group: 'Privacy',
    summary: 'Erase an email address from all forms',
    description:
      'Erases every submission with a field that equals the address, with its notes, deliveries, attempts and mails. This cannot be undone. Mentions within longer texts stay and are listed. A request for an address whose erasure is under way answers with the id of that one.',
    access: 'session',
    needsConfirmation: true,
    limit: { name: 'erasures', per: 'account', max: 100, windowSeconds: hourSeconds },
    body: eraseSchema,
    success: { status: 202, description: 'The erasure has begun', schema: erasureStartedSchema },
  },
  listErasures: {
    action: 'people:erase',
    group: 'Privacy',
    summary: 'List your erasures',
    description: 'The newest 100. An erasure does not keep the address once it is done.',
    access: 'account',
    success: { status: 200, description: 'The erasures, newest first', schema: erasureListSchema },
  },
  readErasureKey: {
    action: 'self',
    group: 'Privacy',
    summary: 'Read the keys that verify receipts',
    access: 'account',
    success: { status: 200, description: 'The public keys', schema: erasureKeySchema },
  },
  readErasure: {
    action: 'people:erase',
    group: 'Privacy',
    summary: 'Read an erasure',
    access: 'erasure',
    success: { status: 200, description: 'The erasure', schema: erasureSchema },
    refusals: ['erasureNotFound'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
