import { appConfigSchema } from '@inlet/contracts/app-config';
import type { Operation } from '#openapi/operation.ts';

const group = 'About';
const access = 'everybody';

export const aboutOperations: readonly Operation[] = [
  {
    id: 'readConfig',
    route: 'GET /api/config',
    group,
    summary: 'Read how this installation is set up',
    access,
    success: { status: 200, says: 'What is public of its configuration', schema: appConfigSchema },
  },
  {
    id: 'readDescription',
    route: 'GET /api/openapi.json',
    group,
    summary: 'Read this description',
    access,
    success: { status: 200, says: 'An OpenAPI 3.1 document', contentTypes: ['application/json'] },
  },
  {
    id: 'readReference',
    route: 'GET /api/reference',
    group,
    summary: 'Read this description as a page',
    access,
    success: { status: 200, says: 'A page for people', contentTypes: ['text/html'] },
  },
];
