import { runService } from '@inlet/process/run-service';
import { keepBackups } from '#backup/keep-backups.ts';
import { loadConfig } from '#backup/schedule-config.ts';

await runService({ name: 'backup', loadConfig, start: keepBackups });
