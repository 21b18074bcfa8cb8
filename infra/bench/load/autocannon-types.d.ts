// The part of autocannon that is used here; the package brings no types.
declare module 'autocannon' {
  type Request = { method: string; path: string; body: string; headers: Record<string, string> };
  type Options = {
    url: string[];
    connections: number;
    duration: number;
    setupClient: (client: { setRequests: (requests: Request[]) => void }) => void;
    overallRate?: number;
    idReplacement?: boolean;
    ignoreCoordinatedOmission?: boolean;
  };
  function autocannon(options: Options): Promise<unknown>;
  export = autocannon;
}
