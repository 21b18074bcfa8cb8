import { collectService } from '#docker/collect-service.ts';
import { projectRoot } from '#local/config.ts';

const [service, target] = process.argv.slice(2);
if (!service || !target) throw new Error('Usage: collect.ts SERVICE FOLDER');
await collectService(projectRoot, service, target);
