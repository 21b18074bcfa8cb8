import { projectRoot } from '@inlet/local/config';
import { collectService } from '#image/collect-service.ts';

const [service, target] = process.argv.slice(2);
if (!service || !target) throw new Error('Usage: collect.ts SERVICE FOLDER');
await collectService(projectRoot, service, target);
