const { env } = process;

/** `npm run faults` sets what follows; without it a fault is tried in its short form. */
export const isFullRun = env.INLET_FAULTS === 'full';
/** Numbers of the outages to try; without them all of the form. */
export const faultRows = env.INLET_FAULT_ROWS?.split(',');
/** Where each fault's outcome is written, one line of JSON each. */
export const faultsReportFile = env.INLET_FAULTS_REPORT;
/** What generated cases begin from. */
export const proofSeed = env.INLET_SEED ?? String(Date.now() % 1_000_000);
/** How long generated requests are sent to the whole product. */
export const fuzzSeconds = Number(env.INLET_FUZZ_SECONDS ?? 120);
/** How long a load lasts that should change nothing. */
export const soakSeconds = Number(env.INLET_SOAK_SECONDS ?? 1_800);
