import { type Document, isMap } from 'yaml';
import type { Place } from '#yaml/place.ts';
import { writeYamlFile, type YamlFile } from '#yaml/yaml-file.ts';

/** Writes what the installation answered into a file, at once: after a crash the file has the ids of what was created. */
export interface WriteBack {
  /** The id of an entry that was created. */
  id(place: Place, id: string): Promise<void>;
  /** Other texts instead of values, at their places. */
  texts(texts: readonly (readonly [place: Place, text: string])[]): Promise<void>;
}

export function openWriteBack({ path, document }: YamlFile): WriteBack {
  return {
    id: async (place, id) => {
      setFirst(document, place, id);
      await writeYamlFile(path, document);
    },
    texts: async (texts) => {
      if (texts.length === 0) return;
      for (const [place, text] of texts) document.setIn(place, text);
      await writeYamlFile(path, document);
    },
  };
}

function setFirst(document: Document, place: Place, id: string): void {
  const entry = document.getIn(place, true);
  if (isMap(entry)) entry.items.unshift(document.createPair('id', id));
}
