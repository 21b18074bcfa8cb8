import { ConfigError } from '@inlet/service/config';
import { runTask } from '@inlet/service/run-service';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps.ts';
import { seedDemo } from '#seed/seed-demo.ts';

/** Makes the demo account of a local installation, and prints the endpoint id of its first form. */
await runTask({
  name: 'seed',
  loadConfig,
  run: async (context) => {
    if (context.config.INLET_MODE !== 'local') throw new ConfigError('Only a local installation has a demo account');
    const deps = await openDeps(context);
    const { endpointId } = await seedDemo(deps);
    process.stdout.write(`${JSON.stringify({ demoEndpointId: endpointId })}\n`);
  },
});
