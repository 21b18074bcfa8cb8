/** `npm run faults` sets these; without them a fault is tried in its short form. */
const { INLET_FAULTS: form, INLET_FAULTS_REPORT: reportFile } = process.env;

export const isFullRun = form === 'full';
/** Where each fault's outcome is written, one line of JSON each. */
export const faultsReportFile = reportFile;
