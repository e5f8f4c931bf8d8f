import type { Stage } from '../../harness/run/stage.ts'

/** What a process that is killed was doing. */
export interface Operation {
  readonly name: string
  /** Makes what the operation finds in store and chain; answers the permit that it is about. Nothing without it. */
  readonly prepare?: (stage: Stage) => Promise<string>
  /** The operation itself; answers what it was told, as it would be told to a model. */
  readonly run: (stage: Stage, permitId: string | undefined) => Promise<unknown>
  /** Seconds after which the block of the operation's transaction comes; past the deadline it reverts. */
  readonly blockDelaySeconds?: number
}

const SWAP = {
  kind: 'swap',
  params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '500000000' },
} as const

const preview = async (stage: Stage) => {
  const { details, error } = await stage.call('preview_action', SWAP)
  if (error) throw error
  return (details as { permitId: string }).permitId
}

const call = async (stage: Stage, tool: string, args: unknown) => {
  const { details, error } = await stage.call(tool, args)
  return error ? { error: error.code, message: error.message } : { details }
}

const sendUnmined = async (stage: Stage) => {
  const permitId = await preview(stage)
  stage.setMining(false)
  const { error } = await stage.call('commit_action', { permitId })
  if (error?.code !== 'TRANSACTION_PENDING') throw error ?? new Error('it was mined')
  return permitId
}

/** Every operation that writes durable state. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'first start and preview',
    run: (stage) => call(stage, 'preview_action', SWAP),
  },
  {
    name: 'preview',
    prepare: preview,
    run: (stage) => call(stage, 'preview_action', SWAP),
  },
  {
    name: 'commit',
    prepare: preview,
    run: (stage, permitId) => call(stage, 'commit_action', { permitId }),
  },
  {
    name: 'commit that reverts',
    prepare: preview,
    blockDelaySeconds: 100,
    run: (stage, permitId) => call(stage, 'commit_action', { permitId }),
  },
  {
    name: 'commit without a block',
    prepare: preview,
    run(stage, permitId) {
      stage.setMining(false)
      return call(stage, 'commit_action', { permitId })
    },
  },
  {
    name: 'cancel',
    prepare: preview,
    run: (stage, permitId) => call(stage, 'cancel_action', { permitId }),
  },
  {
    name: 'expiry',
    async prepare(stage) {
      const permitId = await preview(stage)
      await stage.advance(60_000)
      return permitId
    },
    run: (stage, permitId) => call(stage, 'commit_action', { permitId }),
  },
  {
    name: 'phase change',
    prepare: preview,
    async run(stage) {
      stage.observePhase('defensive')
      return { phase: stage.agent.safety.phases.current().phase }
    },
  },
  {
    name: 'halt',
    prepare: preview,
    run: (stage) => call(stage, 'emergency_halt', { reason: 'a drill' }),
  },
  {
    name: 'recovery of a waiting transaction',
    prepare: sendUnmined,
    async run(stage) {
      await stage.mine(1)
      return (await stage.recover()).details
    },
  },
  {
    name: 'recovery by the same bytes',
    async prepare(stage) {
      const permitId = await sendUnmined(stage)
      await stage.dropPending()
      return permitId
    },
    async run(stage) {
      await stage.recover()
      await stage.mine(1)
      return (await stage.recover()).details
    },
  },
  {
    name: 'recovery by a cancel',
    async prepare(stage) {
      const permitId = await sendUnmined(stage)
      await stage.dropPending()
      await stage.advance(60_000)
      return permitId
    },
    async run(stage) {
      await stage.recover()
      await stage.mine(1)
      return (await stage.recover()).details
    },
  },
]
