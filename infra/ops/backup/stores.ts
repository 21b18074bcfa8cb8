/** The stores of an installation. */
export interface Stores {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly redisLanes: number;
}
