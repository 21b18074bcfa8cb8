/** `npm run faults` sets these; without them a fault is tried in its short form. */
const {
  INLET_FAULTS: form,
  INLET_FAULTS_REPORT: reportFile,
  INLET_FAULT_ROWS: rows,
  INLET_SEED: seed,
  INLET_FUZZ_SECONDS: fuzzTime,
  INLET_SOAK_SECONDS: soakTime,
} = process.env;

export const isFullRun = form === 'full';
/** Numbers of the outages to try; without them all of the form. */
export const faultRows = rows?.split(',');
/** Where each fault's outcome is written, one line of JSON each. */
export const faultsReportFile = reportFile;
/** What generated cases begin from. */
export const proofSeed = seed ?? String(Date.now() % 1_000_000);
/** How long generated requests are sent to the whole product. */
export const fuzzSeconds = Number(fuzzTime ?? 120);
/** How long a load lasts that should change nothing. */
export const soakSeconds = Number(soakTime ?? 1_800);
