import { addStandardJob } from 'bullmq/dist/esm/scripts/addStandardJob-9.js';

/** A Lua function `addJob(KEYS, ARGV)` with the body of BullMQ's own script, to be called within a script of ours. */
export const addJobLua = `
local function addJob(KEYS, ARGV)
${addStandardJob.content}
end`;

/** How many keys the script takes. */
export const addJobKeyCount = addStandardJob.keys;
