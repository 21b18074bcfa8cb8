import { runService } from '@inlet/process/run-service';
import { readSimulatorConfig } from '#config.ts';
import { serveSimulator } from '#serve-simulator.ts';

await runService({ name: 'stripe-simulator', loadConfig: readSimulatorConfig, start: serveSimulator });
