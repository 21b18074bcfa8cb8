import { createFileLinks } from '@inlet/crypto/file-links';

export const testFileLinks = createFileLinks(['the key that a test signs with: 32+'], 'http://localhost:8080');
