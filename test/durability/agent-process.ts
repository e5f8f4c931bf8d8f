import { deserialize } from 'node:v8'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import type { Fork } from '../../harness/chain/fork.ts'
import { connectIpc } from '../../harness/chain/ipc-client.ts'
import type { GuardianHost } from '../../harness/guardian/guardian-host.ts'
import { createStage } from '../../harness/stage/stage.ts'
import type { StageOptions } from '../../harness/stage/stage-options.ts'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { attachFork } from './attach-fork.ts'
import { OPERATIONS } from './operations.ts'
import { readRows } from './read-rows.ts'

/** What one process is to do; sent as a line of base64 on its standard input. */
export interface Order {
  readonly operation: string
  readonly permitId: string | undefined
  readonly ipcPath: string
  readonly forkBlockNumber: bigint
  readonly book: AddressBook
  readonly options: StageOptions
  readonly checkpointPath: string
}

const noGuardian = () => Promise.reject(new Error('this process has no guardian'))
const NO_GUARDIANS: GuardianHost = {
  emptyPath: '',
  newLedgerPath: () => '',
  get: noGuardian,
  connectNode: () => ({ request: noGuardian }),
  serveNode: noGuardian,
  assertAlive: async () => undefined,
  stop: async () => undefined,
}

/** Tell the parent something that is durable by now; a pipe is written to at once. */
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

const setTimer = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

async function obey(order: Order) {
  const { options } = order
  const operation = OPERATIONS.find(({ name }) => name === order.operation)
  if (operation === undefined) throw new Error(`no operation ${order.operation}`)
  const [rpc, agentRpc, oracleRpc] = await Promise.all(
    Array.from({ length: 3 }, () => connectIpc(order.ipcPath)),
  )
  if (rpc === undefined || agentRpc === undefined || oracleRpc === undefined) throw new Error('no connection')
  const fork = await attachFork(rpc, {
    baseFeeWei: options.baseFeeWei,
    forkBlockNumber: order.forkBlockNumber,
  })
  const delay = BigInt(operation.blockDelaySeconds ?? 1)
  const stage = await createStage(
    {
      fork: { ...fork, mine: (at?: bigint) => fork.mine(at ?? fork.headTimestampSeconds() + delay) } as Fork,
      book: order.book,
      agentRpc,
      oracleRpc,
      secondRpc: oracleRpc,
      guardians: NO_GUARDIANS,
    },
    {
      ...options,
      checkpointSink: createCheckpointFile(order.checkpointPath),
      // The signer is outside, like the node.
      onSigning: (subject) => tell({ at: 'signing', subject }),
    },
    setTimer,
  )
  const head = () => stage.session.store.auditHead()
  tell({ at: 'open', head: head() })
  const answer = await operation.run(stage, order.permitId)
  tell({ at: 'done', answer, head: head(), rows: readRows(stage.session.database) })
  await stage.close()
  tell({ at: 'closed' })
  for (const connection of [rpc, agentRpc, oracleRpc]) connection.close()
}

process.stdin.setEncoding('utf8')
let text = ''
process.stdin.on('data', (chunk: string) => {
  text += chunk
  if (!text.endsWith('\n')) return
  process.stdin.pause()
  obey(deserialize(Buffer.from(text, 'base64')) as Order).then(
    () => process.exit(0),
    (cause: unknown) => {
      tell({ at: 'failed', message: cause instanceof Error ? cause.message : String(cause) })
      process.exit(3)
    },
  )
})
tell({ at: 'ready' })
