import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';

type Server = { url: string; stop: () => Promise<unknown> };

const POSTGRES_IMAGE = 'postgres:18-alpine';
const REDIS_IMAGE = 'redis:8-alpine';
const PASSWORD = 'inlet';
const settings = ['fsync=off', 'max_connections=200', 'log_error_verbosity=terse', 'log_parameter_max_length=0'];

/** Starts PostgreSQL in a container that is removed with the tests. */
export async function startPostgresContainer(): Promise<Server> {
  const container = await new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({ POSTGRES_USER: 'inlet', POSTGRES_PASSWORD: PASSWORD, POSTGRES_DB: 'postgres' })
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .withExposedPorts(5432)
    // The server starts once for its initialisation and once more to serve.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  return serverOf(container, `postgresql://inlet:${PASSWORD}@${addressOf(container, 5432)}/postgres`);
}

/** Starts Redis in a container that is removed with the tests. */
export async function startRedisContainer(): Promise<Server> {
  const container = await new GenericContainer(REDIS_IMAGE)
    .withCommand(['redis-server', '--save', '', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .start();
  return serverOf(container, `redis://${addressOf(container, 6379)}`);
}

const addressOf = (container: StartedTestContainer, port: number) =>
  `${container.getHost()}:${container.getMappedPort(port)}`;

function serverOf(container: StartedTestContainer, url: string): Server {
  return { url, stop: () => container.stop() };
}
