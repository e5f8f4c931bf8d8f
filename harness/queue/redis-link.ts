import { Redis } from 'ioredis'
import { HarnessError } from '../errors.ts'
import type { QueueAddress } from './queue-url.ts'

/**
 * How long the server may take to answer what it can answer at once; one that takes longer is gone. On a machine with many
 * times more to do than cores an answer was read after more than ten seconds.
 */
const ANSWER_TIMEOUT_MS = 30_000

/** How often it is asked whether it is there. */
const PING_MS = 2_000

/** Connections to a Redis server. */
export interface RedisLink {
  /** For commands that are answered at once. */
  readonly client: Redis
  /** One more, also for commands that wait. */
  duplicate(): Redis
  /** Close one of these. */
  release(client: Redis): void
  /** Called once, when a connection is gone or no answer comes: HarnessError QUEUE_LOST. */
  onLost(callback: (error: HarnessError) => void): void
  /** Wait for what the server does, unless it is lost first: HarnessError QUEUE_LOST. */
  unlessLost<T>(work: Promise<T>): Promise<T>
  /** Say that a command failed; unless the link was closed it is lost. */
  lose(cause: unknown): void
  /** Close all connections at once. */
  close(): void
}

/**
 * Connect to a Redis server.
 *
 * @throws HarnessError QUEUE_UNREACHABLE
 */
export async function openRedis(
  address: QueueAddress,
  setTimer: (delayMs: number, callback: () => void) => () => void,
): Promise<RedisLink> {
  const clients = new Set<Redis>()
  const listeners: ((error: HarnessError) => void)[] = []
  let lost: HarnessError | undefined
  let isClosed = false
  let last: Error | undefined
  const lose = (cause: unknown) => {
    if (isClosed || lost) return
    lost = explainLoss(address, last ?? cause)
    for (const tell of listeners) tell(lost)
  }
  const watch = (client: Redis) => {
    clients.add(client)
    client.on('error', (error: Error) => {
      last = error
    })
    return client
  }
  const { host, port, username, password, db, isEncrypted } = address
  const client = watch(
    new Redis({
      host,
      port,
      db,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(isEncrypted ? { tls: {} } : {}),
      lazyConnect: true,
      connectTimeout: ANSWER_TIMEOUT_MS,
      commandTimeout: ANSWER_TIMEOUT_MS,
      // What was under way when a connection ends is not known to have happened: the run ends, and says so.
      retryStrategy: () => null,
      maxRetriesPerRequest: null,
    }),
  )
  try {
    await client.connect()
    await client.ping()
  } catch (cause) {
    client.disconnect()
    throw explainRefusal(address, last ?? cause)
  }
  const end = (each: Redis) => () => clients.has(each) && lose(undefined)
  client.once('end', end(client))
  let cancelPing = () => {}
  const ping = () => {
    cancelPing = setTimer(PING_MS, () => void client.ping().then(ping, lose))
  }
  ping()
  const onLost = (callback: (error: HarnessError) => void) => {
    if (lost) callback(lost)
    else listeners.push(callback)
  }
  return {
    client,
    duplicate() {
      const { commandTimeout: _, ...options } = client.options
      const other = watch(new Redis({ ...options, lazyConnect: false }))
      return other.once('end', end(other))
    },
    release(other) {
      clients.delete(other)
      other.disconnect()
    },
    onLost,
    unlessLost: (work) => Promise.race([work, new Promise<never>((_, reject) => onLost(reject))]),
    lose,
    close() {
      isClosed = true
      cancelPing()
      for (const each of clients) each.disconnect()
    },
  }
}

const explainRefusal = ({ shown }: QueueAddress, cause: unknown) =>
  new HarnessError('QUEUE_UNREACHABLE', 'the queue cannot be used', {
    where: shown,
    expected: 'a Redis server that answers with these credentials',
    found: describe(cause),
    hint: /WRONGPASS|NOAUTH|NOPERM/.test(describe(cause))
      ? 'mend the user or the password of --queue'
      : 'start the server, or mend host and port of --queue',
    cause,
  })

const explainLoss = ({ shown }: QueueAddress, cause: unknown) =>
  new HarnessError('QUEUE_LOST', 'the queue was lost', {
    where: shown,
    expected: 'a Redis server that answers until the run ends',
    found: describe(cause),
    hint: 'look after the server, then run again',
    cause,
  })

const describe = (cause: unknown): string =>
  cause instanceof Error ? cause.message : 'the connection was closed'
