const { env } = process;

/** `npm run faults` sets these values; without them a fault is tried in its short form. */
export const isFullRun = env.INLET_FAULTS === 'full';
/** Numbers of the outages to try; without them all of the form. */
export const faultRows = env.INLET_FAULT_ROWS?.split(',');
/** The file for each fault's result, one line of JSON each. */
export const faultsReportFile = env.INLET_FAULTS_REPORT;
/** The seed of generated cases. */
export const proofSeed = env.INLET_SEED ?? String(Date.now() % 1_000_000);
/** The duration of generated requests to the whole product. */
export const fuzzSeconds = Number(env.INLET_FUZZ_SECONDS ?? 120);
/** The duration of a load that should change nothing. */
export const soakSeconds = Number(env.INLET_SOAK_SECONDS ?? 1_800);
