/** Stands for a secret that is stored and never shown again. */
export const secretMask = '••••';
