import { HOSTILE_SIGNER } from '../../harness/stage/hostile-tool.ts'
import type { Stage } from '../../harness/stage/stage.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { approveTools } from '../../tools/safety/store/tool-pins.ts'

/** What a process that is killed was doing. */
export interface Operation {
  readonly name: string
  /** Makes what the operation finds in store and chain; answers the permit that it is about. Nothing without it. */
  readonly prepare?: (stage: Stage) => Promise<string>
  /** The operation itself; answers what it was told, as it would be told to a model. */
  readonly run: (stage: Stage, permitId: string | undefined) => Promise<unknown>
  /** Seconds after which the block of the operation's transaction comes; past the deadline it reverts. */
  readonly blockDelaySeconds?: number
  /** Whether it is a halt: whatever the disk does, the cage is paused when it has answered. */
  readonly isHalt?: boolean
  /** Nonces of the account that another signer used before. */
  readonly foreignNonces?: number
}

const SWAP = {
  kind: 'swap',
  params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '500000000' },
} as const

/** What the signature of an operation lets its holder take, in base units of USDC. */
export const SIGNED_USDC = 50_000_000n

/** What a committed transaction moves at least. */
export const MOVED_USDC = 500_000_000n

const readPermitId = ({ details, error }: Awaited<ReturnType<Stage['agent']['call']>>) => {
  if (error) throw error
  return (details as { permitId: string }).permitId
}

const preview = async (stage: Stage) => readPermitId(await stage.agent.call('preview_action', SWAP))

/** A tool that was taken over has a permit signed which another tool built. */
const previewSignature = async (stage: Stage) => {
  const built = await stage.agent.runTool('permit2_build_permit', {
    token: 'USDC',
    spender: UNISWAP_V3.on(stage.book).swapRouter,
    amountBaseUnits: SIGNED_USDC.toString(),
    ttlSeconds: 600,
  })
  if (built.error) throw built.error
  const { typedData } = built.details as { readonly typedData: Json }
  return readPermitId(await stage.agent.previewTool(HOSTILE_SIGNER.name, { typedData }, []))
}

const commit = async (stage: Stage, permitId: string) => {
  const { error } = await stage.agent.call('commit_action', { permitId })
  if (error) throw error
}

const call = async (stage: Stage, tool: string, args: unknown) => {
  const { details, error } = await stage.agent.call(tool, args)
  return error ? { error: error.code, message: error.message } : { details }
}

const change = async (stage: Stage, tool: string, params: Json) => {
  const { details, error } = await stage.agent.changeSafety(tool, params, 'signed')
  if (error) throw error
  return { details }
}

const sendUnmined = async (stage: Stage) => {
  const permitId = await preview(stage)
  stage.blocks.setMining(false)
  const { error } = await stage.agent.call('commit_action', { permitId })
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
      stage.blocks.setMining(false)
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
      await stage.clock.advance(60_000)
      return permitId
    },
    run: (stage, permitId) => call(stage, 'commit_action', { permitId }),
  },
  {
    name: 'phase change',
    prepare: preview,
    async run(stage) {
      stage.agent.observePhase('defensive')
      return { phase: stage.session.agent.safety.phases.current().phase }
    },
  },
  {
    name: 'halt',
    isHalt: true,
    prepare: preview,
    run: (stage) => call(stage, 'emergency_halt', { reason: 'a drill' }),
  },
  {
    name: 'recovery of a waiting transaction',
    prepare: sendUnmined,
    async run(stage) {
      await stage.blocks.mine(1)
      return (await stage.agent.recover()).details
    },
  },
  {
    name: 'recovery by the same bytes',
    async prepare(stage) {
      const permitId = await sendUnmined(stage)
      await stage.blocks.dropPending()
      return permitId
    },
    async run(stage) {
      await stage.agent.recover()
      await stage.blocks.mine(1)
      return (await stage.agent.recover()).details
    },
  },
  {
    name: 'recovery by a cancel',
    async prepare(stage) {
      const permitId = await sendUnmined(stage)
      await stage.blocks.dropPending()
      await stage.clock.advance(60_000)
      return permitId
    },
    async run(stage) {
      await stage.agent.recover()
      await stage.blocks.mine(1)
      return (await stage.agent.recover()).details
    },
  },
  {
    name: 'recovery at a higher fee',
    async prepare(stage) {
      const permitId = await sendUnmined(stage)
      await stage.blocks.dropPending()
      // More than was offered at first, less than was permitted.
      await stage.blocks.setBaseFee(1_900_000_000n)
      return permitId
    },
    async run(stage) {
      await stage.agent.recover()
      await stage.blocks.mine(1)
      return (await stage.agent.recover()).details
    },
  },
  {
    name: 'signature',
    prepare: previewSignature,
    run: (stage, permitId) => call(stage, 'commit_action', { permitId }),
  },
  {
    name: 'recovery of a signature',
    async prepare(stage) {
      const permitId = await previewSignature(stage)
      // As if the process had ended once it was signed: the trigger goes with the connection.
      stage.session.database.exec(`CREATE TEMP TRIGGER crash BEFORE UPDATE OF state ON permits
        WHEN OLD.state = 'committing' BEGIN SELECT RAISE(ABORT, 'crashed'); END`)
      const { error } = await stage.agent.call('commit_action', { permitId })
      if (error?.code !== 'STORE_FAILED') throw error ?? new Error('it was settled')
      return permitId
    },
    run: async (stage) => (await stage.agent.recover()).details,
  },
  {
    name: 'commit that its owner approved',
    prepare: async (stage) =>
      readPermitId(
        await stage.agent.previewTool(
          'wallet_withdraw_from_cage',
          { token: 'USDC', amountBaseUnits: MOVED_USDC.toString() },
          [],
          'signed',
        ),
      ),
    run: (stage, permitId) => call(stage, 'commit_action', { permitId }),
  },
  {
    name: 'claim of the account',
    foreignNonces: 1,
    async prepare(stage) {
      const permitId = await preview(stage)
      // The stage's own transactions offer nothing for their gas.
      await stage.blocks.setBaseFee(0n)
      await stage.outsiders.transfer(ACTORS.operator.address, ACTORS.stranger.address, NATIVE_TOKEN, 1n)
      return permitId
    },
    async run(stage) {
      await stage.session.agent.safety.claimAccount()
      return { claimed: true }
    },
  },
  {
    name: 'reconciliation after a reorganisation',
    async prepare(stage) {
      const permitId = await preview(stage)
      await stage.blocks.mark()
      await commit(stage, permitId)
      await stage.blocks.reorg()
      return permitId
    },
    async run(stage) {
      await stage.agent.reconcile()
      await stage.blocks.mine(1)
      return (await stage.agent.reconcile()).details
    },
  },
  {
    name: 'reconciliation of what is final',
    async prepare(stage) {
      const permitId = await preview(stage)
      await commit(stage, permitId)
      await stage.blocks.mine(13)
      return permitId
    },
    run: async (stage) => (await stage.agent.reconcile()).details,
  },
  {
    name: 'halt over a waiting transaction',
    isHalt: true,
    prepare: sendUnmined,
    run: (stage) => call(stage, 'emergency_halt', { reason: 'a drill' }),
  },
  {
    name: 'vitality that is read',
    prepare: preview,
    async run(stage) {
      await stage.agent.observeVitality('read')
      return { phase: stage.session.agent.safety.phases.current().phase }
    },
  },
  {
    name: 'vitality that is unknown',
    prepare: preview,
    async run(stage) {
      await stage.agent.observeVitality('unknown')
      await stage.agent.observeVitality(9_000)
      return { phase: stage.session.agent.safety.phases.current().phase }
    },
  },
  {
    name: 'wait for a better phase',
    async prepare(stage) {
      const permitId = await preview(stage)
      stage.agent.observePhase('defensive')
      return permitId
    },
    async run(stage) {
      stage.agent.observePhase('thriving')
      return { phase: stage.session.agent.safety.phases.current().phase }
    },
  },
  {
    name: 'approval of tools',
    prepare: preview,
    async run(stage) {
      approveTools(stage.session.store, stage.session.agent.stack.profile.tools)
      return {}
    },
  },
  {
    name: 'untrusted answer',
    prepare: preview,
    run: (stage) =>
      call(stage, 'query_state', {
        query: 'data_get_token_info',
        params: { token: 'USDC' },
      }),
  },
  {
    name: 'endorsement',
    prepare: preview,
    async run(stage) {
      stage.session.agent.safety.provenance.endorse(ACTORS.stranger.address, 'a drill')
      return {}
    },
  },
  {
    name: 'directive',
    prepare: preview,
    run: (stage) => call(stage, 'update_directive', { text: 'Trade less at night.' }),
  },
  {
    name: 'halt that its owner clears',
    async prepare(stage) {
      const permitId = await preview(stage)
      await stage.agent.call('emergency_halt', { reason: 'a drill' })
      return permitId
    },
    run: (stage) => change(stage, 'safety_clear_halt', {}),
  },
  {
    name: 'limits that the owner sets',
    prepare: preview,
    run: (stage) =>
      change(stage, 'safety_set_spending_limits', {
        perTransactionUsdc: '600000000',
        perDayUsdc: '900000000',
        hotLaneUsdc: '600000000',
      }),
  },
]
