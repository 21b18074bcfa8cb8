export declare const commands: Readonly<Record<'local' | 'ops' | 'bench' | 'proof', readonly string[]>>;
