/** Whether a person sits at the terminal, who may press keys and see colours. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}
