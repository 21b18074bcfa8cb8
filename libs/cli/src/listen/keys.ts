import { emitKeypressEvents } from 'node:readline';

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/** Calls an action for its key, and `stop` for Ctrl-C, which a terminal in this mode does not turn into a signal. */
export function watchKeys(actions: Readonly<Record<string, () => void>>, stop: () => void): () => void {
  const { stdin } = process;
  const press = (_text: string | undefined, { name = '', ctrl }: Key) => {
    if (ctrl) return name === 'c' ? stop() : undefined;
    if (Object.hasOwn(actions, name)) actions[name]?.();
  };
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.on('keypress', press);
  stdin.resume();
  return () => {
    stdin.off('keypress', press);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
