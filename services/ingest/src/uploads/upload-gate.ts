import { unavailable } from '@inlet/service/http-error';

/** Uploads at once: of a network, of a form, and of this process. */
const most = { network: 8, form: 32, all: 24 };
const longestWaitMs = 60_000;

interface Waiting {
  readonly network: string;
  readonly formId: string;
  readonly begin: () => void;
}

/** Lets uploads in, and has the others wait, those of busy networks and forms longer. */
export interface UploadGate {
  /** Resolves to the way out. Fails for one that has waited too long. */
  readonly enter: (network: string, formId: string) => Promise<() => void>;
}

export function createUploadGate(): UploadGate {
  const counts = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const countOf = (name: string) => counts.get(name) ?? 0;
  const add = (name: string, count: number) => {
    const sum = countOf(name) + count;
    if (sum === 0) counts.delete(name);
    else counts.set(name, sum);
  };
  const hasRoom = ({ network, formId }: Pick<Waiting, 'network' | 'formId'>) =>
    countOf('all') < most.all && countOf(network) < most.network && countOf(formId) < most.form;
  const move = ({ network, formId }: Pick<Waiting, 'network' | 'formId'>, count: number) => {
    for (const name of ['all', network, formId]) add(name, count);
  };

  function letIn(): void {
    for (const one of waiting) {
      if (!hasRoom(one)) continue;
      waiting.delete(one);
      move(one, 1);
      one.begin();
    }
  }

  return {
    enter: async (network, formId) => {
      const one = { network, formId };
      if (hasRoom(one)) move(one, 1);
      else
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            waiting.delete(entry);
            reject(unavailable());
          }, longestWaitMs);
          const begin = () => {
            clearTimeout(timer);
            resolve();
          };
          const entry: Waiting = { ...one, begin };
          waiting.add(entry);
        });
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        move(one, -1);
        letIn();
      };
    },
  };
}
