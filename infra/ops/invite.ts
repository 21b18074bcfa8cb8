import { runAccountTask } from '#run-task.ts';

/** Invites addresses, or the next ones of the waitlist: `npm run invite -- a@example.com`, or `-- --next 5`. */
await runAccountTask('invite', process.argv.slice(2));
