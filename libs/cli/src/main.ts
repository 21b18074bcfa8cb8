import { createProgram } from '#program.ts';
import { runProgram } from '#run-program.ts';

process.exitCode = await runProgram(createProgram, process.argv.slice(2));
