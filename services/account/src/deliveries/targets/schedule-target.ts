import { scheduleTargets } from '@inlet/queue/schedule-targets';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

export interface ScheduleDeps extends Pick<Resources, 'producer'> {
  readonly background: Background;
}

/** Makes the worker deliver what waits for a target. If the queue is away, the worker finds it on its own later. */
export function scheduleTarget({ producer, background }: ScheduleDeps, targetId: string): void {
  background.run('call for a delivery', () => scheduleTargets(producer, [targetId]));
}
