import { ring } from '@inlet/queue/ring';
import type { Resources } from '#resources.ts';
import type { Background } from '#work-behind-answers.ts';

export interface RingDeps extends Pick<Resources, 'producer'> {
  readonly background: Background;
}

/** Calls the worker to deliver what waits for a target. If the queue is away, the worker finds it by itself later. */
export function ringTarget({ producer, background }: RingDeps, targetId: string): void {
  background.run('call for a delivery', () => ring(producer, [targetId]));
}
