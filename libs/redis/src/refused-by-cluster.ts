/** Answers of a node that is not, or perhaps no longer, the master of our slot. The command was not executed. */
const elsewhere = /\b(MOVED|CLUSTERDOWN)\b/;
/** Answers of the master while the keys of the slot move to another node. The command was not executed. */
const moving = /\b(ASK|TRYAGAIN)\b/;

/** True if a node of a Redis Cluster refused a command, and another may be the master of our slot now. */
export function isOnAnotherNode(error: Error): boolean {
  return error.name === 'ReplyError' && elsewhere.test(error.message);
}

/** True if a node of a Redis Cluster refused a command that it may execute when all keys of the slot have moved. */
export function isOfMovingSlot(error: Error): boolean {
  return error.name === 'ReplyError' && moving.test(error.message);
}
