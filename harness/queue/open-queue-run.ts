import { randomUUID } from 'node:crypto'
import type { WorkerPool } from '../schedule/worker-pool.ts'
import { openQueuePool, type QueuePoolOptions } from './queue-pool.ts'
import type { QueueAddress } from './queue-url.ts'
import { openRedis } from './redis-link.ts'

/**
 * Open a run on a Redis server, whose workers take its jobs.
 *
 * @throws HarnessError QUEUE_UNREACHABLE
 */
export async function openQueueRun(
  address: QueueAddress,
  options: Omit<QueuePoolOptions, 'link' | 'run'>,
): Promise<WorkerPool> {
  const link = await openRedis(address, options.setTimer)
  options.onProgress(`the jobs are at ${address.shown}, for each \`assay worker\` of this commit`)
  return openQueuePool({ ...options, link, run: `run-${randomUUID()}` })
}
