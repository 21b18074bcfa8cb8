import { addStandardJob } from 'bullmq/dist/esm/scripts/addStandardJob-9.js';

/** A Lua function `addJob(KEYS, ARGV)` with the body of BullMQ's own script, for use inside our scripts. */
export const addJobLua = `
local function addJob(KEYS, ARGV)
${addStandardJob.content}
end`;

/** The number of keys that the script takes. */
export const addJobKeyCount = addStandardJob.keys;
